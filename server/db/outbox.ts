import { sql } from 'kysely'
import type { Db } from './database.ts'
import { workingTime } from './due.ts'
import { addJob } from './jobs.ts'

/** Asks within the caller's transaction for a message of the outbox to be delivered. One job waits for each message. */
export const askToDeliver = (db: Db, place: { teamId: string; id: string }, runAt: Date): Promise<void> =>
  addJob(db, 'deliver', place, { key: `deliver ${place.id}`, runAt })

/** Returns when the message `o` of the team `t` may be sent, from an instant on: reports in working hours, others at any time. */
export const allowedTime = (team: { teamId: string }, instant: Date) =>
  sql<Date>`case o.kind when 'report' then ${workingTime(team, instant)} else ${instant}::timestamptz end`
