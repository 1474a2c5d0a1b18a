import { sql } from 'kysely'
import type { WebhookDelivery, WebhookEvent } from '#contract/webhooks.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'
import { type Listener, listenersOf } from '#server/db/fragments/webhook-listeners.ts'

type Team = Pick<Scope, 'teamId'>

export async function selectListeners(db: Db, team: Team, event: WebhookEvent): Promise<Listener[]> {
  const { rows } = await sql<{ listeners: Listener[] }>`select ${listenersOf(team, [event])} as listeners`.execute(db)
  return rows[0]!.listeners
}

type NewDelivery = { id: string; webhook_id: string; user_id: string; type: WebhookDelivery['type']; body: string }

/**
 * Adds messages for webhooks. Skips a webhook that is deleted at the same time: the share lock makes this visible, and
 * does not block other messages.
 * @returns the added messages
 */
export async function insertDeliveries(
  db: Db,
  { teamId }: Team,
  deliveries: readonly NewDelivery[],
  now: Date,
): Promise<{ id: string }[]> {
  // This insert returns ids and handles no conflict. On a cluster, such an insert does not become a COPY.
  // oxlint-disable-next-line cluster/statement -- see above
  const { rows } = await sql<{ id: string }>`
    insert into outbox (
      team_id, id, kind, destination, webhook_id, user_id, event, body, thing_id, due_at, created_at, updated_at
    )
    select ${teamId}, d.id, 'event', 'webhook', w.id, d.user_id, d.type, d.body, (d.body::json #>> '{data,id}')::uuid,
      ${now}, ${now}, ${now}
    from json_to_recordset(${JSON.stringify(deliveries)}) as d (id uuid, webhook_id uuid, user_id uuid, type text, body text)
    join webhooks w on w.team_id = ${teamId} and w.id = d.webhook_id
    for key share of w
    returning id`.execute(db)
  return rows
}

/**
 * Cancels waiting messages that a newer message about the same thing replaces, and deletes their text. Cancels each
 * message that has failed before. While the webhook fails, also cancels messages of the newer message's type. Otherwise
 * a failing webhook would have a copy of a long report for each edit, for days.
 */
export const cancelOutdated = (
  db: Db,
  { teamId }: Team,
  newer: { webhookIds: readonly string[]; type: WebhookEvent; body: string },
  now: Date,
) =>
  sql`
    update outbox o set status = 'cancelled', body = null, failure = null, http_status = null, answer = null, updated_at = ${now}
    from webhooks w
    where o.team_id = ${teamId} and o.webhook_id = any(${newer.webhookIds}::uuid[]) and o.status = 'pending'
      and o.thing_id = (${newer.body}::json #>> '{data,id}')::uuid
      and w.team_id = ${teamId} and w.id = o.webhook_id
      and (o.attempts > 0 or (w.failing_since is not null and o.event = ${newer.type}))`.execute(db)

/**
 * The condition that the report, blocker or insight of the message `d` is deleted. A `report.deleted` contains no
 * deleted text, so this message is still sent.
 */
const isGone = (teamId: string) => sql`(case
  when d.event in ('report.submitted', 'report.updated')
    then not exists (select from reports r where r.team_id = ${teamId} and r.id = d.thing_id)
  when d.event like 'blocker.%'
    then not exists (select from blockers b where b.team_id = ${teamId} and b.id = d.thing_id)
  when d.event = 'insight.created'
    then not exists (select from insights i where i.team_id = ${teamId} and i.id = d.thing_id)
  else false end)`

/**
 * The condition that a message must wait because the deletion of its insight can be undone. The undo sends no message,
 * so the insight's own message waits until the undo or until an hour has passed.
 */
const mayReturn = (teamId: string) => sql`(d.event = 'insight.created' and exists (
  select from deleted_insights i where i.team_id = ${teamId} and i.id = d.thing_id))`

/** Returns the message with the current text of the blocker: the former text may have been deleted with a report. */
const bodyOfNow = (teamId: string) => sql`coalesce((
  select jsonb_set(d.body::jsonb, '{data,text}', to_jsonb(b.text))::text from blockers b
  where d.event like 'blocker.%' and b.team_id = ${teamId} and b.id = d.thing_id and b.text <> d.body::json #>> '{data,text}'
), d.body)`

/**
 * A message as it would be sent now, with its webhook.
 * - `is_gone`: its report, blocker or insight is deleted. The undo of a deleted report sends another message.
 * - `may_return`: the deletion can be undone, and the undo sends no other message.
 * - `is_outdated`: an attempt has failed, and the webhook has a newer message about the same thing.
 */
export type Message = {
  /** Encrypted, like `secret`. */
  url: string
  secret: string
  body: string
  is_gone: boolean
  may_return: boolean
  is_outdated: boolean
}

/** Reads a message with its webhook. @returns undefined if the webhook is stopped, unless the message is a test */
export async function selectMessage(db: Db, { teamId, id }: Team & { id: string }): Promise<Message | undefined> {
  const { rows } = await sql<Message>`
    select w.url, w.secret, ${bodyOfNow(teamId)} as body, ${isGone(teamId)} as is_gone, ${mayReturn(teamId)} as may_return,
      d.attempts > 0 and exists (
        select from outbox newer
        where newer.team_id = ${teamId} and newer.webhook_id = d.webhook_id and newer.id > d.id and newer.thing_id = d.thing_id
      ) as is_outdated
    from outbox d join webhooks w on w.team_id = ${teamId} and w.id = d.webhook_id
    where d.team_id = ${teamId} and d.id = ${id} and (w.stopped_at is null or d.event = 'webhook.test')`.execute(db)
  return rows[0]
}

export const noteArrived = (db: Db, { teamId }: Team, id: string) =>
  db
    .updateTable('webhooks')
    .set({ failing_since: null, failed_at: null })
    .where((is) => is.and({ team_id: teamId, id }))
    .where('failing_since', 'is not', null)
    .execute()

/**
 * @param failing.before stops the webhook only if it has been failing since this moment or earlier
 * @returns the webhook's host if this call stopped the webhook
 */
export async function noteFailed(
  db: Db,
  { teamId }: Team,
  id: string,
  { now, before }: { now: Date; before: Date },
): Promise<{ host: string } | undefined> {
  const { rows } = await sql<{ host: string; stopped: boolean }>`
    update webhooks set failing_since = coalesce(failing_since, ${now}), failed_at = ${now},
      stopped_at = case when coalesce(failing_since, ${now}) <= ${before} then ${now}::timestamptz end
    where team_id = ${teamId} and id = ${id} and stopped_at is null
    returning host, stopped_at is not null as stopped`.execute(db)
  return rows.find(({ stopped }) => stopped)
}

/** Cancels the waiting messages of a webhook that is stopped. */
export const cancelWaiting = (db: Db, { teamId }: Team, webhookId: string) =>
  db
    .updateTable('outbox')
    .set({ status: 'cancelled', body: null })
    .where((is) => is.and({ team_id: teamId, webhook_id: webhookId, status: 'pending' }))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('webhooks')
          .where((is) => is.and({ team_id: teamId, id: webhookId }))
          .where('stopped_at', 'is not', null)
          .select('id'),
      ),
    )
    .execute()
