import { inEveryTeam, inTeam } from '#server/db/database.ts'
import type { Services } from '#server/services.ts'
import { askFor, waysOf } from '../deliveries/operations.ts'
import { insertReminders, selectAsked } from './sql.ts'

/** Asks for the reminders of everybody whose hour it is, team by team; a second time on the same day it asks for nothing. */
export async function queueReminders({ config, database, now }: Services): Promise<void> {
  const everybody = await inEveryTeam(database, (db) => selectAsked(db, waysOf(config), now()))
  for (const [teamId, asked] of Map.groupBy(everybody, ({ team_id }) => team_id))
    await inTeam(database, { teamId }, async (db) => {
      for (const { id } of await insertReminders(db, teamId, asked, now())) await askFor(db, { teamId, id }, now())
    })
}
