import { inEveryTeam, inTeam } from '#server/db/database.ts'
import type { Services } from '#server/services.ts'
import { askFor, waysOf } from '../deliveries/operations.ts'
import { type Asked, insertReminders, selectAsked, selectTeamIds } from './sql.ts'

/**
 * Asks for the reminders of everybody whose hour it is, team by team; a second time on the same day it asks for nothing.
 * @throws AggregateError of the teams that failed, after all others are done
 */
export async function queueReminders(services: Services): Promise<void> {
  const { database, now } = services
  const failures: unknown[] = []
  const noting = <T>(work: Promise<T>) => work.catch((error: unknown) => void failures.push(error))
  for (const [teamId, asked] of Map.groupBy(await findAsked(services, noting), ({ team_id }) => team_id))
    await noting(
      inTeam(database, { teamId }, async (db) => {
        for (const { id } of await insertReminders(db, teamId, asked, now())) await askFor(db, { teamId, id }, now())
      }),
    )
  if (failures.length > 0) throw new AggregateError(failures, `No reminders for ${failures.length} teams`)
}

/** Reads all teams at once. Reads each by itself if that fails: one team's bad data must not silence the others. */
async function findAsked(
  { config, database, now }: Services,
  noting: <T>(work: Promise<T>) => Promise<T | void>,
): Promise<Asked[]> {
  const ways = waysOf(config)
  try {
    return await inEveryTeam(database, (db) => selectAsked(db, ways, now()))
  } catch (error) {
    if (!isBadValue(error)) throw error
  }
  const asked: Asked[] = []
  for (const { id } of await inEveryTeam(database, selectTeamIds))
    asked.push(...((await noting(inTeam(database, { teamId: id }, (db) => selectAsked(db, ways, now(), id)))) ?? []))
  return asked
}

/** SQLSTATE class 22: a row holds a value that a function refuses, such as an unknown time zone. */
const isBadValue = (error: unknown) => error instanceof Error && 'code' in error && String(error.code).startsWith('22')
