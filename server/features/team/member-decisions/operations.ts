import { insertDecision } from '#server/db/accounts/member-decisions.ts'
import type { Db } from '#server/db/database.ts'
import { type Decision, planRecovery, type Present, type Recovery, type TeamHistory } from './policy.ts'
import { selectDecisions, selectPresent, selectUsedPasswordLinks } from './sql.ts'

type Member = { teamId: string; userId: string }

/** Records a decision about a member, even if it changes nothing. Must run in the caller's transaction. */
export async function recordDecision(db: Db, member: Member, decision: Omit<Decision, 'userId'>): Promise<void> {
  const { by, isActive, isAdmin, was, at, tokenCreatedAt = null, isByDirectory = false } = decision
  await insertDecision(db, member, {
    user_id: member.userId,
    by_id: by,
    is_active: isActive,
    is_admin: isAdmin,
    was_active: was.isActive,
    was_admin: was.isAdmin,
    at,
    token_created_at: tokenCreatedAt,
    by_directory: isByDirectory,
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
  return { ...planRecovery({ userId, from }, await readHistory(db, { teamId }, from), present), present }
}

/**
 * Returns whether the member is deactivated and "it was not me" must not undo it (E1.11). This is so if neither the member
 * nor an accomplice deactivated the member. It is also so if the directory did it, even with a token of the member or an
 * accomplice, as long as there is an independent administrator who can reactivate the member. A log-out everywhere is no such decision, although
 * it keeps a deactivated member deactivated.
 */
export async function isDeactivatedForGood(db: Db, { teamId, userId }: Member, from: Date): Promise<boolean> {
  const { decisions, hasOtherAdministrator, present } = await readRecovery(db, { teamId, userId }, from)
  if (present.find((one) => one.userId === userId)?.isActive !== false) return false
  const newest = decisions.findLast((one) => one.userId === userId && one.isActive === false && one.isAdmin === null)
  if (!newest) return false
  return !newest.isUnrecognized || (newest.isByDirectory === true && hasOtherAdministrator)
}

async function readHistory(db: Db, team: Pick<Member, 'teamId'>, from: Date): Promise<TeamHistory> {
  const rows = await selectDecisions(db, team, from)
  const decisions = rows.map((row) => ({
    userId: row.user_id,
    by: row.by_id,
    isActive: row.is_active,
    isAdmin: row.is_admin,
    was: { isActive: row.was_active, isAdmin: row.was_admin },
    at: row.at,
    tokenCreatedAt: row.token_created_at,
    isByDirectory: row.by_directory,
    isDisowned: row.disowned_at !== null,
  }))
  return { decisions, passwordLinks: await selectUsedPasswordLinks(db, team, from) }
}

export { type Decision, follow } from './policy.ts'
export { updateDisowned as disownDecisions } from './sql.ts'
