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
import { seal } from '#server/access/keys/sealed.ts'
import { answering } from '#server/access/idempotency.ts'
import { type Db, withTeamTransaction } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import { confirmOwner } from '#server/access/credentials/operations.ts'
import { alertOwner, withAlerts } from '#server/access/security-alerts/operations.ts'
import { faultOfAddress } from '#server/providers/webhook-receiver.ts'
import type { Services } from '#server/services.ts'
import { deliver } from '#server/features/notifications/outbox/operations.ts'
import { cancelWaiting, secretAudienceOf, testMessage } from '#server/webhook-events/operations.ts'
import { sealedAddress, withAddresses } from './sealed-address.ts'
import * as webhooks from './sql.ts'

/** @throws AppError admins_only */
export async function listWebhooks({ database, keyring }: Services, scope: Scope): Promise<Webhooks> {
  requireAdministrator(scope)
  const rows = await withTeamTransaction(database, scope, (db) => webhooks.selectWebhooks(db, scope))
  return { webhooks: await withAddresses(keyring, scope, rows) }
}

/**
 * Creates a webhook and notifies its creator by email.
 * @throws AppError admins_only, reauthentication_required, sign_in_again; too_many_webhooks; invalid_input: the address
 *   is not public
 */
export async function makeWebhook(services: Services, scope: Scope, draft: WebhookDraft): Promise<NewWebhook> {
  requireAdministrator(scope)
  await confirmOwner(services, scope)
  const url = await publicAddress(services, draft.url)
  const { keyring, logEvent, now } = services
  const made = await withAlerts(services, scope, async (db) => {
    if ((await webhooks.countLocked(db, scope)) >= limits.webhooks) throw new AppError('too_many_webhooks')
    // The email must come first: its link undoes only changes that happen later.
    const mails = await alertOwner(services, db, scope, 'webhookMade', { provider: new URL(url).host })
    const id = newId()
    const secret = `whsec_${randomBytes(32).toString('base64')}`
    const place = { teamId: scope.teamId, id }
    const sealed = {
      ...(await sealedAddress(keyring, place, url)),
      secret: await seal(keyring, secretAudienceOf(place), secret),
    }
    const by = { created_by: scope.userId, created_at: now() }
    await webhooks.insertWebhook(db, { team_id: scope.teamId, id, ...draft, ...sealed, ...by })
    const [webhook] = await withAddresses(keyring, scope, await webhooks.selectWebhooks(db, scope, id))
    return { made: { ...webhook!, secret }, mails }
  })
  logEvent('webhook_made', scope, { id: made.id })
  return made
}

/**
 * Returns whether the webhook of a stored response still exists.
 * @throws AppError admins_only, reauthentication_required, sign_in_again
 */
export async function isWebhookThere(services: Services, scope: Scope, { id }: NewWebhook): Promise<boolean> {
  requireAdministrator(scope)
  await confirmOwner(services, scope)
  return withTeamTransaction(
    services.database,
    scope,
    async (db) => (await webhooks.selectWebhooks(db, scope, id)).length > 0,
  )
}

/**
 * Changes a webhook, or resumes a stopped one, and notifies the caller by email.
 * @throws AppError admins_only, reauthentication_required, sign_in_again; not_found; invalid_input: the address is not
 *   public; webhook_address_disowned: "it was not me" was used about the address
 */
export async function changeWebhook(
  services: Services,
  scope: Scope,
  id: string,
  change: WebhookChange,
): Promise<Webhook> {
  requireAdministrator(scope)
  await confirmOwner(services, scope)
  const { keyring } = services
  const url = change.url === undefined ? undefined : await publicAddress(services, change.url)
  const changed = await withAlerts(services, scope, async (db) => {
    const [before] = await webhooks.selectWebhooks(db, scope, id)
    if (!before) throw new AppError('not_found')
    const address = url === undefined ? undefined : await sealedAddress(keyring, { teamId: scope.teamId, id }, url)
    const { host } = address ?? before
    const [earlier] = await withAddresses(keyring, scope, [before])
    const isMoved = url !== undefined && url !== earlier!.url
    if (change.state && !isMoved && (await webhooks.selectIsAddressDisowned(db, scope, id)))
      throw new AppError('webhook_address_disowned')
    const mails = await alertOwner(services, db, scope, 'webhookChanged', { provider: host })
    if (!(await webhooks.updateWebhook(db, scope, id, { ...change, address, isMoved, now: services.now() })))
      throw new AppError('not_found')
    const [changed] = await withAddresses(keyring, scope, await webhooks.selectWebhooks(db, scope, id))
    return { made: changed!, mails }
  })
  services.logEvent('webhook_changed', scope, { id })
  return changed
}

/**
 * Stops webhooks for which a member is responsible, and cancels the messages that wait for them. The member made or
 * resumed the webhook, entered its address, or changed it last. Must run in the caller's transaction.
 * @param which `ids`: only these webhooks. `from`: only webhooks for which the member became responsible from this
 * moment on, because an intruder may have acted in the member's name
 */
export async function stopWebhooks(
  db: Db,
  member: Pick<Scope, 'teamId' | 'userId'>,
  now: Date,
  which: { ids?: readonly string[]; from?: Date },
): Promise<void> {
  if (which.from) await webhooks.updateAddressesDisowned(db, member, which.from)
  for (const { id } of await webhooks.updateStopped(db, member, now, which)) await cancelWaiting(db, member, id)
}

export { forgetMaker } from './sql.ts'
export { resealWebhooks, withAddresses } from './sealed-address.ts'

/** @throws AppError admins_only, not_found */
export async function deleteWebhook({ database, logEvent }: Services, scope: Scope, id: string): Promise<void> {
  requireAdministrator(scope)
  await withTeamTransaction(database, answering(scope), async (db) => {
    if (!(await webhooks.deleteWebhook(db, scope, id))) throw new AppError('not_found')
  })
  logEvent('webhook_deleted', scope, { id })
}

/** @throws AppError admins_only, not_found */
export async function listDeliveries({ database }: Services, scope: Scope, id: string): Promise<WebhookDeliveries> {
  requireAdministrator(scope)
  return withTeamTransaction(database, scope, async (db) => {
    const [webhook] = await webhooks.selectWebhooks(db, scope, id)
    if (!webhook) throw new AppError('not_found')
    const of = { webhookId: id, most: limits.webhookDeliveries }
    return { deliveries: await webhooks.selectDeliveries(db, scope, of) }
  })
}

/** Sends a test message without content, in one attempt. @throws AppError admins_only, not_found, too_many_attempts */
export async function testWebhook(services: Services, scope: Scope, webhookId: string): Promise<WebhookDelivery> {
  requireAdministrator(scope)
  const { attempts, database } = services
  const { teamId } = scope
  await attempts.testWebhook(teamId)
  const id = await withTeamTransaction(database, scope, async (db) => {
    if (!(await webhooks.selectWebhooks(db, scope, webhookId))[0]) throw new AppError('not_found')
    return testMessage(services, db, scope, webhookId)
  })
  await deliver(services, { teamId, id })
  const [delivery] = await withTeamTransaction(database, { teamId }, (db) =>
    webhooks.selectDeliveries(db, scope, { webhookId, id, most: 1 }),
  )
  if (!delivery) throw new AppError('not_found')
  return delivery
}

/** Checks an address, and returns it in its normal form. */
async function publicAddress({ config }: Pick<Services, 'config'>, url: string): Promise<string> {
  const code = await faultOfAddress(url, config.providers.webhookOrigins)
  if (code) throw new AppError('invalid_input', { field: { name: 'url', code } })
  return new URL(url).href
}
