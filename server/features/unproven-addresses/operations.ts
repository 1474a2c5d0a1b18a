import { randomUUID } from 'node:crypto'
import { emailKey } from '#server/access/email-key.ts'
import { type Db, inEveryTeam } from '#server/db/database.ts'
import { isEmailTaken, selectLogin } from '#server/db/logins.ts'
import { removeEveryWayIn } from '#server/features/passwords/operations.ts'
import { endGrant } from '#server/features/slack/operations.ts'
import { lockAddress, replaceEmail } from '#server/features/users/operations.ts'
import type { Services } from '#server/services.ts'

type Member = { teamId: string; userId: string }

/**
 * Takes the address from an account: nobody can log in or reset the password with it any more. Must run in the caller's
 * transaction.
 */
export async function clearAddress(db: Db, member: Member, now: Date): Promise<void> {
  // RFC 2606 reserves the domain. A stranger could sign up with a name that they can guess before us.
  const email = `${randomUUID()}@none.invalid`
  await replaceEmail(db, member, await lockAddress(db, member), { email, emailKey: email, provenAt: null, now })
}

/**
 * Runs work that gives an account an address. If an account that never proved the address has it, shuts that account,
 * takes the address from it and runs the work again.
 * @param work calls `prove` with the address once its caller has shown that the address is theirs
 */
export async function forProvenOwner<T>(
  services: Services,
  work: (prove: (email: string) => void) => Promise<T>,
): Promise<T> {
  let proven: string | undefined
  const run = () => work((email) => (proven = email))
  try {
    return await run()
  } catch (error) {
    if (!isEmailTaken(error) || proven === undefined || !(await releaseAddress(services, proven))) throw error
    return run()
  }
}

/** @returns false if the account that has the address has proven it */
async function releaseAddress(services: Services, email: string): Promise<boolean> {
  const { database, now, logEvent } = services
  const released = await inEveryTeam(database, async (db) => {
    const member = await selectLogin(db, emailKey(email))
    if (!member) return {}
    const { email_key, email_proven_at } = await lockAddress(db, member)
    if (email_key !== emailKey(email)) return {}
    if (email_proven_at) return undefined
    const workspace = await removeEveryWayIn(services, db, member)
    await clearAddress(db, member, now())
    return { member, workspace }
  })
  if (released?.member) logEvent('address_disowned', released.member)
  if (released?.workspace) endGrant(services, released.member, released.workspace)
  return released !== undefined
}
