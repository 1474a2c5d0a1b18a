import { insertDecision } from '#server/db/accounts/member-decisions.ts'
import type { Db } from '#server/db/database.ts'
import { type Decision, planRecovery, type Present, type Recovery } from './policy.ts'
import { selectDecisions, selectPresent } from './sql.ts'

type Member = { teamId: string; userId: string }

/** Records a decision about a member. Must run in the caller's transaction, also if the decision changes nothing. */
export async function recordDecision(db: Db, member: Member, decision: Omit<Decision, 'userId'>): Promise<void> {
  const { by, isActive, isAdmin, was, at, tokenCreatedAt = null } = decision
  await insertDecision(db, member, {
    user_id: member.userId,
    by_id: by,
    is_active: isActive,
    is_admin: isAdmin,
    was_active: was.isActive,
    was_admin: was.isAdmin,
    at,
    token_created_at: tokenCreatedAt,
  })
}

/**
 * Plans how "it was not me" changes rights (E1.11). Assumes that an intruder made all acts in the member's name from a
 * moment on. Changes no data.
 */
export async function readRecovery(
  db: Db,
  { teamId, userId }: Member,
  from: Date,
): Promise<Recovery & { present: (Present & { name: string })[] }> {
  const present = await selectPresent(db, { teamId })
  return { ...planRecovery({ userId, from }, await readDecisions(db, { teamId }, from), present), present }
}

/**
 * Returns whether "it was not me" must not undo the newest decision about a member: neither the member nor an accomplice
 * made it. The directory's decision also counts if an accomplice or the member created its token, as long as an
 * independent administrator is left who can let the member in again. Must run in the transaction that recorded the
 * decision.
 */
export async function isNewestFinal(
  db: Db,
  { teamId, userId }: Member,
  { from, byDirectory }: { from: Date; byDirectory: boolean },
): Promise<boolean> {
  const decisions = await readDecisions(db, { teamId }, from)
  const judged = planRecovery({ userId, from }, decisions, await selectPresent(db, { teamId }))
  if (byDirectory && judged.hasOtherAdministrator) return true
  return judged.decisions.findLast((one) => one.userId === userId)?.isUnrecognized === false
}

async function readDecisions(db: Db, team: Pick<Member, 'teamId'>, from: Date): Promise<Decision[]> {
  const rows = await selectDecisions(db, team, from)
  return rows.map((row) => ({
    userId: row.user_id,
    by: row.by_id,
    isActive: row.is_active,
    isAdmin: row.is_admin,
    was: { isActive: row.was_active, isAdmin: row.was_admin },
    at: row.at,
    tokenCreatedAt: row.token_created_at,
    isDisowned: row.disowned_at !== null,
  }))
}

export { type Decision, follow } from './policy.ts'
export { updateDisowned as disownDecisions } from './sql.ts'
