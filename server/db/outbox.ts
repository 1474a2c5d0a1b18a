import { sql } from 'kysely'
import type { Db } from './database.ts'
import { workingTime } from './due.ts'
import { addJob } from './jobs.ts'

/** Asks within the caller's transaction for a message of the outbox to be delivered. One job waits for each message. */
export const askToDeliver = (db: Db, { teamId, id }: { teamId: string; id: string }, runAt: Date): Promise<void> =>
  addJob(db, 'deliver', { teamId, id }, { key: `deliver ${id}`, runAt })

/** Returns when the message `o` of the team `t` may be sent, from an instant on: reports in working hours, others at any time. */
export const allowedTime = (team: { teamId: string }, instant: Date) =>
  sql<Date>`case o.kind when 'report' then ${workingTime(team, instant)} else ${instant}::timestamptz end`

/**
 * Makes posts of a report due again, so that they are compared with it. Triggers do the same when a report or comment changes. A
 * post that may have arrived, and whose place nobody knows, stays `dead`.
 */
export const renewPosts = (db: Db, { teamId, id }: { teamId: string; id: string }, now: Date) =>
  sql`
    update outbox set revision = revision + 1, due_at = ${now}, status = case when status = 'sending' then status else 'pending' end
    where team_id = ${teamId} and report_id = ${id} and not (status = 'dead' and failure = 'uncertain' and ts is null)`.execute(
    db,
  )
