import { sql } from 'kysely'
import type { WebhookDelivery, WebhookEvent } from '#contract/webhooks.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'
import { type Listener, listenersOf } from '#server/db/webhook-listeners.ts'
import type { WebhookTables } from '#server/db/webhook-tables.ts'

type Team = Pick<Scope, 'teamId'>

export async function selectListeners(db: Db, team: Team, event: WebhookEvent): Promise<Listener[]> {
  const { rows } = await sql<{ listeners: Listener[] }>`select ${listenersOf(team, [event])} as listeners`.execute(db)
  return rows[0]!.listeners
}

/** The id of what the message `d` is about, from its body. */
const thing = sql`(d.body::json #>> '{data,id}')::uuid`

type NewDelivery = Pick<WebhookTables['webhook_deliveries'], 'id' | 'webhook_id' | 'user_id' | 'type' | 'body'>

/** A webhook that is deleted meanwhile hears nothing, and holds up nobody. @returns those that wait to be sent */
export async function insertDeliveries(
  db: Db,
  { teamId }: Team,
  deliveries: readonly NewDelivery[],
  now: Date,
): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    insert into webhook_deliveries (team_id, id, webhook_id, user_id, type, body, thing_id, created_at, due_at)
    select ${teamId}, d.id, w.id, d.user_id, d.type, d.body, ${thing}, ${now}, ${now}
    from json_to_recordset(${JSON.stringify(deliveries)}) as d (id uuid, webhook_id uuid, user_id uuid, type text, body text)
    join webhooks w on w.team_id = ${teamId} and w.id = d.webhook_id
    for key share of w
    returning id`.execute(db)
  return rows
}

export type Claimed = {
  webhook_id: string
  type: WebhookDelivery['type']
  body: string
  attempts: number
  url: string
  secret: string
}

/**
 * Gives up a due message that must not be sent any more:
 *
 * - Its report, blocker or insight is deleted. Undo of a deleted report sends another message, so this one is not needed.
 * - It was sent before without success, and the webhook has a newer message about the same thing.
 */
export const dropOutdated = (db: Db, { teamId, id }: Team & { id: string }, now: Date) =>
  sql`
    update webhook_deliveries d set state = 'failed', body = null, status = null, answer = null, failure = null
    where d.team_id = ${teamId} and d.id = ${id} and d.state = 'waiting' and d.due_at <= ${now}
      and (${isGone(teamId)} and not ${mayReturn(teamId)} or d.attempts > 0 and exists (
        select from webhook_deliveries newer
        where newer.team_id = ${teamId} and newer.webhook_id = d.webhook_id and newer.id > d.id and newer.thing_id = ${thing}
      ))`.execute(db)

/** A `report.deleted` has none of the deleted words, so it is sent. */
const isGone = (teamId: string) => sql`(case
  when d.type in ('report.submitted', 'report.updated')
    then not exists (select from reports r where r.team_id = ${teamId} and r.id = ${thing})
  when d.type like 'blocker.%'
    then not exists (select from blockers b where b.team_id = ${teamId} and b.id = ${thing})
  when d.type = 'insight.created'
    then not exists (select from insights i where i.team_id = ${teamId} and i.id = ${thing})
  else false end)`

/** Undo of a deleted insight sends no other message, so its message waits until the undo or the end of its hour. */
const mayReturn = (teamId: string) => sql`(d.type = 'insight.created' and exists (
  select from deleted_insights i where i.team_id = ${teamId} and i.id = ${thing}))`

/** The message, but with the blocker's words of now: those of before may have gone with a report. */
const bodyOfNow = (teamId: string) => sql`coalesce((
  select jsonb_set(d.body::jsonb, '{data,text}', to_jsonb(b.text))::text from blockers b
  where d.type like 'blocker.%' and b.team_id = ${teamId} and b.id = ${thing} and b.text <> d.body::json #>> '{data,text}'
), d.body)`

/**
 * Takes what is due for one attempt, and puts off the next before it begins: a server that ends meanwhile leaves nothing
 * behind but a message that comes a second time, under the same id.
 */
export async function claim(
  db: Db,
  { teamId, id }: Team & { id: string },
  { now, pauses }: { now: Date; pauses: readonly number[] },
): Promise<Claimed | undefined> {
  const { rows } = await sql<Claimed>`
    update webhook_deliveries d set attempts = d.attempts + 1, tried_at = ${now},
      due_at = ${now}::timestamptz + make_interval(secs => coalesce((${pauses}::int[])[d.attempts + 1], 60))
    from webhooks w
    where w.team_id = ${teamId} and w.id = d.webhook_id and d.team_id = ${teamId} and d.id = ${id}
      and d.state = 'waiting' and d.due_at <= ${now} and not ${isGone(teamId)}
    returning d.webhook_id, d.type, ${bodyOfNow(teamId)} as body, d.attempts, w.url, w.secret`.execute(db)
  return rows[0]
}

export type Outcome = Pick<WebhookDelivery, 'state' | 'status' | 'answer' | 'failure'>

/** @param notBefore of the next attempt, where there is one @returns when that is due */
export async function settle(
  db: Db,
  { teamId, id }: Team & { id: string },
  { state, status, answer, failure, notBefore }: Outcome & { notBefore: Date },
): Promise<Date | undefined> {
  const { rows } = await sql<{ due_at: Date }>`
    update webhook_deliveries set state = ${state}, status = ${status}, answer = ${answer}, failure = ${failure},
      body = ${state === 'waiting' ? sql.ref('body') : null}, due_at = greatest(due_at, ${notBefore}::timestamptz)
    where team_id = ${teamId} and id = ${id} and state = 'waiting'
    returning due_at`.execute(db)
  return rows[0]?.due_at
}

export const noteArrived = (db: Db, { teamId }: Team, id: string) =>
  db
    .updateTable('webhooks')
    .set({ failing_since: null })
    .where((is) => is.and({ team_id: teamId, id }))
    .where('failing_since', 'is not', null)
    .execute()

/** @param failing.before since when it must have been failing to be stopped @returns whether this has stopped it */
export async function noteFailed(
  db: Db,
  { teamId }: Team,
  id: string,
  { now, before }: { now: Date; before: Date },
): Promise<boolean> {
  const { rows } = await sql<{ stopped: boolean }>`
    update webhooks set failing_since = coalesce(failing_since, ${now}),
      stopped_at = case when coalesce(failing_since, ${now}) <= ${before} then ${now}::timestamptz end
    where team_id = ${teamId} and id = ${id} and stopped_at is null
    returning stopped_at is not null as stopped`.execute(db)
  return rows[0]?.stopped ?? false
}

/** What waits for a webhook that is stopped is given up. */
export const giveUp = (db: Db, { teamId }: Team, webhookId: string) =>
  db
    .updateTable('webhook_deliveries')
    .set({ state: 'failed', body: null })
    .where((is) => is.and({ team_id: teamId, webhook_id: webhookId, state: 'waiting' }))
    .execute()

export const deleteBefore = (db: Db, before: Date) =>
  db.deleteFrom('webhook_deliveries').where('created_at', '<', before).where('state', '!=', 'waiting').execute()
