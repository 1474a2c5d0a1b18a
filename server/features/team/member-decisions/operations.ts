import { insertDecision } from '#server/db/accounts/member-decisions.ts'
import type { Db } from '#server/db/database.ts'
import { type Decision, planRecovery, type Present, type Recovery } from './policy.ts'
import { selectDecisions, selectPresent } from './sql.ts'

type Member = { teamId: string; userId: string }

/** Records a decision about a member, even if it changes nothing. Must run in the caller's transaction. */
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
 * Plans how "it was not me" changes access and administrator rights (E1.11). Assumes that from a moment on, an intruder
 * did everything in the member's name. Changes no data.
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
 * Returns whether "it was not me" must not undo the newest decision about a member. This is so if neither the member
 * nor an accomplice made the decision. It is also so for a decision of the directory, even if the member or an
 * accomplice created the directory's token, as long as there is an independent administrator who can reactivate the
 * member. Must run in the transaction that recorded the decision.
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
