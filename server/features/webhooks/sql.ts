import { sql } from 'kysely'
import { type Webhook, type WebhookChange, type WebhookDelivery, webhookFailures } from '#contract/webhooks.ts'
import type { Scope } from '#server/access/scope.ts'
import { lockTeam } from '#server/db/accounts/lock-team.ts'
import type { Db } from '#server/db/database.ts'
import { hasRow } from '#server/db/fragments/has-row.ts'
import { rowsOfPage } from '#server/db/fragments/page.ts'
import { hasEnteredAddress, webhookActs } from '#server/db/fragments/webhook-acts.ts'
import type { WebhookTables } from '#server/db/schema/tables/webhook.ts'

type Team = Pick<Scope, 'teamId'>

/** The address of a webhook. `url` is encrypted. */
export type Address = { url: string; host: string }

export const insertWebhook = (
  db: Db,
  webhook: Pick<
    WebhookTables['webhooks'],
    'team_id' | 'id' | 'url' | 'host' | 'events' | 'secret' | 'created_at' | 'created_by'
  >,
) => db.insertInto('webhooks').values(webhook).execute()

/**
 * Shows an unknown reason as `unavailable`: the reason comes from an error of our own, and we did not reach the
 * receiver.
 */
const failure = sql`case when d.failure = any(${webhookFailures}) then d.failure when d.failure is not null then 'unavailable' end`

const deliveryColumns = sql`
  d.id, d.event as type, d.attempts, iso_in_zone(d.created_at, t.time_zone) as created_at,
  case d.status when 'sent' then 'delivered' when 'pending' then 'waiting' when 'sending' then 'waiting' else 'failed' end as state,
  iso_in_zone(d.tried_at, t.time_zone) as tried_at,
  case d.status when 'pending' then iso_in_zone(d.due_at, t.time_zone) end as next_at,
  d.http_status as status, d.answer, ${failure} as failure`

const byId = (id: string | undefined) => (id ? sql`and w.id = ${id}` : sql``)

/** Selects the team's webhooks, or one of them, with encrypted addresses. */
export async function selectWebhooks(db: Db, { teamId }: Team, id?: string) {
  const { rows } = await sql<Webhook & { host: string }>`
    select w.id, w.url, w.host, w.events, case when w.stopped_at is null then 'on' else 'stopped' end as state,
      iso_in_zone(w.created_at, t.time_zone) as created_at, maker.display_name as created_by,
      changer.display_name as changed_by, (
        select to_json(last) from (
          select ${deliveryColumns} from outbox d
          where d.team_id = ${teamId} and d.webhook_id = w.id and d.attempts > 0 order by d.tried_at desc limit 1
        ) last
      ) as last_delivery
    from webhooks w join teams t on t.id = ${teamId}
    left join users maker on maker.team_id = ${teamId} and maker.id = w.created_by
    left join users changer on changer.team_id = ${teamId} and changer.id = w.changed_by
    where w.team_id = ${teamId} ${byId(id)} order by w.id`.execute(db)
  return rows
}

export async function selectDeliveries(
  db: Db,
  { teamId }: Team,
  of: { webhookId: string; id?: string; most: number },
): Promise<WebhookDelivery[]> {
  const { rows } = await sql<WebhookDelivery>`
    select ${deliveryColumns} from outbox d join teams t on t.id = ${teamId}
    where d.team_id = ${teamId} and d.webhook_id = ${of.webhookId} ${of.id ? sql`and d.id = ${of.id}` : sql``}
    order by d.id desc ${rowsOfPage({ limit: of.most })}`.execute(db)
  return rows
}

/**
 * Counts the team's webhooks and locks the team until the transaction ends, so that two creations cannot exceed the
 * limit.
 */
export async function countLocked(db: Db, { teamId }: Team): Promise<number> {
  await lockTeam(db, { teamId })
  const { count } = await db
    .selectFrom('webhooks')
    .where('team_id', '=', teamId)
    .select((row) => row.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Changes a webhook. A resumed webhook begins without failures.
 * @param change.isMoved whether the address has changed
 * @returns false if the webhook is deleted
 */
export const updateWebhook = (
  db: Db,
  { teamId, userId }: Pick<Scope, 'teamId' | 'userId'>,
  id: string,
  {
    address,
    isMoved,
    events,
    state,
    now,
  }: Omit<WebhookChange, 'url'> & {
    address: Address | undefined
    isMoved: boolean
    now: Date
  },
) =>
  hasRow(
    db
      .updateTable('webhooks')
      .set({
        changed_by: userId,
        changed_at: now,
        ...address,
        ...(address && { failed_at: null }),
        ...(isMoved && { address_by: userId, address_at: now, is_address_disowned: false }),
        ...(events && { events }),
        ...(state && {
          resumed_by: sql`case when stopped_at is null then resumed_by else ${userId} end`,
          resumed_at: sql`case when stopped_at is null then resumed_at else ${now} end`,
          stopped_at: null,
          failing_since: null,
          failed_at: null,
        }),
      })
      .where((is) => is.and({ team_id: teamId, id }))
      .returning('id'),
  )

/**
 * Stops the webhooks that a member made, changed or resumed since a moment.
 * @returns the webhooks that were active until now
 */
export const updateStopped = (
  db: Db,
  { teamId, userId }: Pick<Scope, 'teamId' | 'userId'>,
  now: Date,
  { ids, from = new Date(0) }: { ids?: readonly string[]; from?: Date },
) =>
  db
    .updateTable('webhooks')
    .set({ stopped_at: now })
    .where('team_id', '=', teamId)
    .where('stopped_at', 'is', null)
    .where(sql<boolean>`exists (select from ${webhookActs} where act.by = ${userId} and act.at >= ${from})`)
    .$if(ids !== undefined, (those) => those.where(sql<boolean>`id = any(${ids}::uuid[])`))
    .returning('id')
    .execute()

/**
 * Records that an intruder, not the member, entered the webhook addresses since `from`, also those of stopped webhooks.
 */
export const updateAddressesDisowned = (db: Db, { teamId, userId }: Pick<Scope, 'teamId' | 'userId'>, from: Date) =>
  db
    .updateTable('webhooks')
    .set({ is_address_disowned: true })
    .where('team_id', '=', teamId)
    .where(hasEnteredAddress(userId, from))
    .execute()

export const selectIsAddressDisowned = (db: Db, { teamId }: Team, id: string) =>
  hasRow(
    db
      .selectFrom('webhooks')
      .where((is) => is.and({ team_id: teamId, id, is_address_disowned: true }))
      .select('id'),
  )

/** Clears an erased member in the webhooks that they made or changed. */
export const forgetMaker = (db: Db, { teamId, userId }: Pick<Scope, 'teamId' | 'userId'>) =>
  sql`
    update webhooks set created_by = nullif(created_by, ${userId}), changed_by = nullif(changed_by, ${userId}),
      address_by = nullif(address_by, ${userId}), resumed_by = nullif(resumed_by, ${userId})
    where team_id = ${teamId} and ${userId} in (created_by, changed_by, address_by, resumed_by)`.execute(db)

export const deleteWebhook = (db: Db, { teamId }: Team, id: string) =>
  hasRow(db.deleteFrom('webhooks').where('team_id', '=', teamId).where('id', '=', id).returning('id'))

export const selectSecrets = (db: Db) =>
  db.selectFrom('webhooks').select(['team_id as teamId', 'id', 'url', 'secret']).execute()

/** @param change.from the secret to replace: a secret that has changed since is not overwritten */
export const updateSealed = (
  db: Db,
  { teamId }: Team,
  id: string,
  { column, from, to }: { column: 'url' | 'secret'; from: string; to: string },
) =>
  db
    .updateTable('webhooks')
    .set({ [column]: to })
    .where((is) => is.and({ team_id: teamId, id, [column]: from }))
    .execute()
