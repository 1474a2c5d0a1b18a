import { sql } from 'kysely'
import type { FailureReason } from '#contract/errors.ts'
import type { Page } from '#contract/fields.ts'
import type { Delivery, DeliveryDestination } from '#contract/notifications.ts'
import type { Destination } from '#contract/providers.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'
import { allowedTime } from '#server/db/outbox.ts'
import { postKinds } from '#server/db/schema/tables/outbox.ts'
import { rowsOfPage } from '#server/db/fragments/page.ts'

type Dead = Omit<Delivery, 'failure'> & { failure: FailureReason }

/**
 * Selects the team's undelivered messages, newest first: reports that still exist, and today's reminders. Leaves out
 * those of inactive members.
 */
export async function selectFailed(
  db: Db,
  scope: Scope,
  { since, now }: { since: Date; now: Date },
  { limit, offset }: Page,
): Promise<Dead[]> {
  const { rows } = await sql<Dead>`
    select d.id, u.display_name as user_name, d.kind, d.day, d.destination, d.failure, iso_in_zone(d.updated_at, t.time_zone) as updated_at
    from outbox d
    join teams t on t.id = d.team_id
    join users u on u.team_id = d.team_id and u.id = d.user_id and u.is_active
    where d.team_id = ${scope.teamId} and d.status = 'dead' and d.updated_at >= ${since}
      and exists (
        select from reports r where r.team_id = d.team_id and r.user_id = d.user_id and r.report_date = d.day
      ) = (d.kind = 'report')
      and (d.kind = 'report' or d.kind = 'reminder' and d.day = (${now}::timestamptz at time zone t.time_zone)::date)
    order by d.updated_at desc, d.id ${rowsOfPage({ limit, offset })}`.execute(db)
  return rows
}

/**
 * Makes a failed report or reminder due again: at once, or in the next working hours.
 * @returns the time and the destination; undefined if there is no such message
 */
export async function retry(
  db: Db,
  scope: Scope,
  id: string,
  now: Date,
): Promise<{ due_at: Date; destination: DeliveryDestination } | undefined> {
  const { rows } = await sql<{ due_at: Date; destination: DeliveryDestination }>`
    update outbox o set status = 'pending', attempts = 0, updated_at = ${now}, due_at = ${allowedTime(scope, now)}
    from teams t
    where t.id = o.team_id and o.team_id = ${scope.teamId} and o.id = ${id}
      and o.status = 'dead' and o.kind in ('report', 'reminder')
    returning due_at, o.destination`.execute(db)
  return rows[0]
}

/**
 * Makes failed reports and posts of a destination due again. Leaves out messages that may have arrived.
 * @returns the due time of each message
 */
export async function retryAll(
  db: Db,
  { teamId }: Pick<Scope, 'teamId'>,
  { destination, since, now }: { destination: Destination; since: Date; now: Date },
): Promise<{ id: string; due_at: Date }[]> {
  const { rows } = await sql<{ id: string; due_at: Date }>`
    update outbox o set status = 'pending', attempts = 0, updated_at = ${now}, due_at = ${allowedTime({ teamId }, now)}
    from teams t
    where t.id = o.team_id and o.team_id = ${teamId} and o.destination = ${destination}
      and (o.kind = any(${postKinds}) and o.status in ('pending', 'dead')
        or o.kind = 'report' and o.status = 'dead' and o.updated_at >= ${since})
      and o.failure is not null and (o.failure <> 'unknown_outcome' or o.ts is not null)
    returning o.id, due_at`.execute(db)
  return rows
}
