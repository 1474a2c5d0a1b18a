import { insertDecision } from '#server/db/accounts/member-decisions.ts'
import type { Db } from '#server/db/database.ts'
import { withdrawLinksMadeBy } from '../email-links/operations.ts'
import { type Member, updateNoAdministrator } from './sql.ts'

/**
 * Removes the administrator right of a member whose account at the company's provider was disconnected: while
 * OIDC_ADMIN_CLAIM is set, only sign-ins there decide who is an administrator (N17.02). The last administrator with
 * access keeps the right. Must run in the caller's transaction.
 * @returns whether the administrator right was removed
 */
export async function endCompanyAdministrator(db: Db, member: Member, now: Date): Promise<boolean> {
  if (!(await updateNoAdministrator(db, member, now))) return false
  const was = { was_active: true, was_admin: true }
  await insertDecision(db, member, {
    user_id: member.userId,
    by_id: null,
    is_active: null,
    is_admin: false,
    ...was,
    at: now,
  })
  await withdrawLinksMadeBy(db, member)
  return true
}
