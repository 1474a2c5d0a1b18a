import { sql } from 'kysely'
import { type Database, withTeamTransaction } from '#server/db/database.ts'

/** Makes a team two days old and confirms its members' addresses, so that they are not newcomers (E1.14). */
export const establish = ({ database, teamId, clock }: { database: Database; teamId: string; clock: { now: Date } }) =>
  withTeamTransaction(database, { teamId }, async (db) => {
    const twoDaysAgo = new Date(clock.now.getTime() - 48 * 60 * 60_000)
    await sql`update teams set created_at = ${twoDaysAgo} where id = ${teamId}`.execute(db)
    await db.updateTable('users').set({ email_proven_at: twoDaysAgo }).where('team_id', '=', teamId).execute()
  })
