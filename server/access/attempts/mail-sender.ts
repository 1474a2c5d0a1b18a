import { type Database, type Db, withTeamTransaction } from '#server/db/database.ts'
import type { Scope } from '../scope.ts'

/**
 * The sender of an email that a member triggers.
 * @property by the member's id
 * @property sender the inviting team, or the member with a new address
 * @property address the caller's IP address
 * @property isNewcomer true if the member's address is unconfirmed or the team is new; anybody can create such
 *   accounts, so their limits are stricter
 */
export type MailSender = { by: string; sender: string; address: string; isNewcomer: boolean }

const newcomerFor = 24 * 60 * 60_000 // milliseconds

/** Returns true until the member has confirmed their address and the team is a day old. */
export async function isNewcomer(
  { database, now }: { database: Database; now: () => Date },
  scope: Pick<Scope, 'teamId' | 'userId'>,
): Promise<boolean> {
  const found = await withTeamTransaction(database, scope, (db) => selectStanding(db, scope))
  const since = found?.created_at.getTime() ?? Infinity
  return found?.email_proven_at == null || now().getTime() - since < newcomerFor
}

const selectStanding = (db: Db, { teamId, userId }: Pick<Scope, 'teamId' | 'userId'>) =>
  db
    .selectFrom('users')
    .innerJoin('teams', 'teams.id', 'users.team_id')
    .where((is) => is.and({ 'users.team_id': teamId, 'users.id': userId, 'teams.id': teamId }))
    .select(['users.email_proven_at', 'teams.created_at'])
    .executeTakeFirst()
