import { randomBytes } from 'node:crypto'
import { v7 as newId } from 'uuid'
import { limits } from '#contract/limits.ts'
import type {
  NewWebhook,
  Webhook,
  WebhookChange,
  WebhookDeliveries,
  WebhookDelivery,
  WebhookDraft,
  Webhooks,
} from '#contract/webhooks.ts'
import { requireAdministrator } from '#server/access/administrators.ts'
import type { Scope } from '#server/access/scope.ts'
import { resealAll, type Resealed, seal } from '#server/access/sealed.ts'
import { inEveryTeam, inTeam } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import { mayReceive } from '#server/providers/webhook-receiver.ts'
import type { Services } from '#server/services.ts'
import { attempt, placeOf, testMessage } from '../webhook-messages/operations.ts'
import * as webhooks from './sql.ts'

/** @throws AppError admins_only */
export async function listWebhooks({ database }: Services, scope: Scope): Promise<Webhooks> {
  requireAdministrator(scope)
  return { webhooks: await inTeam(database, scope, (db) => webhooks.selectWebhooks(db, scope)) }
}

/** @throws AppError admins_only, invalid_input: no public address */
export async function makeWebhook(services: Services, scope: Scope, draft: WebhookDraft): Promise<NewWebhook> {
  requireAdministrator(scope)
  await requirePublic(services, draft.url)
  const { database, keyring, logEvent, now } = services
  const made = await inTeam(database, scope, async (db) => {
    const id = newId()
    const secret = `whsec_${randomBytes(32).toString('base64')}`
    const sealed = seal(keyring, placeOf({ teamId: scope.teamId, id }), secret)
    await webhooks.insertWebhook(db, { team_id: scope.teamId, id, ...draft, secret: sealed, created_at: now() })
    const [webhook] = await webhooks.selectWebhooks(db, scope, id)
    return { ...webhook!, secret }
  })
  logEvent('webhook_made', scope, { id: made.id })
  return made
}

/** @throws AppError admins_only, not_found, invalid_input: no public address */
export async function changeWebhook(
  services: Services,
  scope: Scope,
  id: string,
  change: WebhookChange,
): Promise<Webhook> {
  requireAdministrator(scope)
  if (change.url !== undefined) await requirePublic(services, change.url)
  return inTeam(services.database, scope, async (db) => {
    if (!(await webhooks.updateWebhook(db, scope, id, change))) throw new AppError('not_found')
    return (await webhooks.selectWebhooks(db, scope, id))[0]!
  })
}

/** @throws AppError admins_only, not_found */
export async function deleteWebhook({ database, logEvent }: Services, scope: Scope, id: string): Promise<void> {
  requireAdministrator(scope)
  await inTeam(database, scope, async (db) => {
    if (!(await webhooks.deleteWebhook(db, scope, id))) throw new AppError('not_found')
  })
  logEvent('webhook_deleted', scope, { id })
}

/** @throws AppError admins_only, not_found */
export async function listDeliveries({ database }: Services, scope: Scope, id: string): Promise<WebhookDeliveries> {
  requireAdministrator(scope)
  return inTeam(database, scope, async (db) => {
    const [webhook] = await webhooks.selectWebhooks(db, scope, id)
    if (!webhook) throw new AppError('not_found')
    const of = { webhookId: id, most: limits.webhookDeliveries }
    return { deliveries: await webhooks.selectDeliveries(db, scope, of) }
  })
}

/** Sends one message that says nothing, now and once. @throws AppError admins_only, not_found */
export async function testWebhook(services: Services, scope: Scope, webhookId: string): Promise<WebhookDelivery> {
  requireAdministrator(scope)
  const { database } = services
  const { teamId } = scope
  const id = await inTeam(database, scope, async (db) => {
    if (!(await webhooks.selectWebhooks(db, scope, webhookId))[0]) throw new AppError('not_found')
    return testMessage(services, db, scope, webhookId)
  })
  await attempt(services, { teamId, id })
  const [delivery] = await inTeam(database, { teamId }, (db) =>
    webhooks.selectDeliveries(db, scope, { webhookId, id, most: 1 }),
  )
  if (!delivery) throw new AppError('not_found')
  return delivery
}

async function requirePublic({ config }: Pick<Services, 'config'>, url: string): Promise<void> {
  if (!(await mayReceive(url, config.providers.webhookOrigins)))
    throw new AppError('invalid_input', { field: { name: 'url', code: 'not_public' } })
}

export async function resealWebhooks({ database, keyring }: Pick<Services, 'database' | 'keyring'>): Promise<Resealed> {
  const rows = await inEveryTeam(database, webhooks.selectSecrets)
  const kept = rows.map(({ secret, ...webhook }) => ({
    place: placeOf(webhook),
    secret,
    replace: (to: Buffer) =>
      inTeam(database, webhook, (db) => webhooks.updateSecret(db, webhook, webhook.id, { from: secret, to })),
  }))
  return resealAll(keyring, kept)
}
