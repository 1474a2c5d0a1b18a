import { sql } from 'kysely'
import { type Database, withTeamTransaction } from '#server/db/database.ts'

/** Moves all decisions about the team's members back by a week, so that no administrator counts as new. */
export const makeDecisionsOld = ({ database, teamId }: { database: Database; teamId: string }) =>
  withTeamTransaction(database, { teamId }, (db) =>
    sql`update member_decisions set at = at - interval '7 days' where team_id = ${teamId}`.execute(db),
  )
