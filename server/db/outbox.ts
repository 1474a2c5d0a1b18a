import { sql } from 'kysely'
import type { Db } from './database.ts'
import { workingTime } from './due.ts'
import { addJob } from './jobs.ts'

/** Adds the job that delivers a message, in the caller's transaction. A message has at most one waiting job. */
export const askToDeliver = (db: Db, { teamId, id }: { teamId: string; id: string }, runAt: Date): Promise<void> =>
  addJob(db, 'deliver', { teamId, id }, { key: `deliver ${id}`, runAt })

/** Returns when the message `o` may be sent, from an instant on: reports in working hours, others at once. */
export const allowedTime = (team: { teamId: string }, instant: Date) =>
  sql<Date>`case o.kind when 'report' then ${workingTime(team, instant)} else ${instant}::timestamptz end`

/**
 * Makes posts of a report due again, so that they are compared with it. Triggers do the same when a report or comment
 * changes. A post stays `dead` if it may have arrived and nobody knows where it is.
 */
export const renewPosts = (db: Db, { teamId, id }: { teamId: string; id: string }, now: Date) =>
  sql`
    update outbox set revision = revision + 1, due_at = ${now}, status = case when status = 'sending' then status else 'pending' end,
      attempts = case when status = 'sending' then attempts else 0 end
    where team_id = ${teamId} and report_id = ${id} and not (status = 'dead' and failure = 'uncertain' and ts is null)`.execute(
    db,
  )
