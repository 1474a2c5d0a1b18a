import { inEveryTeam } from '#server/db/database.ts'
import type { Services } from '#server/services.ts'
import { askFor } from '../deliveries/operations.ts'
import { insertReminders } from './sql.ts'

/** Asks for the reminders of every team whose hour it is; a second time on the same day it asks for nothing. */
export const queueReminders = ({ config, database, now }: Services): Promise<void> =>
  inEveryTeam(database, async (db) => {
    const ways = { slack: config.providers.slack !== undefined, mail: config.mail !== undefined }
    for (const { team_id: teamId, id } of await insertReminders(db, { ...ways, now: now() }))
      await askFor(db, { teamId, id }, now())
  })
