import { selectAdministrators } from '#server/db/accounts/administrators.ts'
import { v7 as newId } from 'uuid'
import { type WebhookEvent, type WebhookMessage, webhookMessages } from '#contract/webhooks.ts'
import type { Scope } from '#server/access/scope.ts'
import { unseal } from '#server/access/keys/sealed.ts'
import { type Db, withTeamTransaction } from '#server/db/database.ts'
import { queueDelivery } from '#server/db/outbox.ts'
import type { Listener } from '#server/db/fragments/webhook-listeners.ts'
import { writeNotice } from '#server/providers/mail/write-mail.ts'
import type { Services } from '#server/services.ts'
import { failingLongest } from './policy.ts'
import * as messages from './sql.ts'

type Member = Pick<Scope, 'teamId' | 'userId'>
type WebhookKey = { teamId: string; id: string }
type DataOf<Event extends WebhookEvent> = Extract<WebhookMessage, { type: Event }>['data']

/** Returns the audience of the webhook's encrypted secret: it can be decrypted for this webhook only. */
export const secretAudienceOf = ({ teamId, id }: WebhookKey) => `webhooks ${teamId} ${id}`

/** Returns the audience of the webhook's encrypted address: it can be decrypted for this webhook only. */
export const addressAudienceOf = ({ teamId, id }: WebhookKey) => `webhooks url ${teamId} ${id}`

/**
 * Queues the event for its webhooks. Must run in the transaction of the change.
 * @param listeners the webhooks for this event and others; if there are none, no statement runs
 * @param member the member that the event is about
 */
export async function queueEventFor<Event extends WebhookEvent>(
  { now }: Pick<Services, 'now'>,
  db: Db,
  member: Member,
  listeners: readonly Listener[],
  type: Event,
  data: () => DataOf<Event> | Promise<DataOf<Event>>,
): Promise<void> {
  const those = listeners.filter((listener) => listener.type === type)
  if (those.length === 0) return
  const body = bodyOf(type, await data(), now())
  await messages.cancelOutdated(
    db,
    member,
    { webhookIds: those.map(({ webhook_id }) => webhook_id), type, body },
    now(),
  )
  const rows = those.map(({ webhook_id }) => ({ id: newId(), webhook_id, user_id: member.userId, type, body }))
  for (const { id } of await messages.insertDeliveries(db, member, rows, now()))
    await queueDelivery(db, { teamId: member.teamId, id, destination: 'webhook' }, now())
}

/** Does the same as `queueEventFor`, for a change whose statements have not selected the listeners. */
export const queueEvent = async <Event extends WebhookEvent>(
  services: Pick<Services, 'now'>,
  db: Db,
  member: Member,
  type: Event,
  data: () => DataOf<Event> | Promise<DataOf<Event>>,
) => queueEventFor(services, db, member, await messages.selectListeners(db, member, type), type, data)

/**
 * Adds a test message for one webhook. The caller must send the message. Must run in the caller's transaction.
 * @returns the message's id
 */
export async function testMessage({ now }: Services, db: Db, member: Member, webhookId: string): Promise<string> {
  const id = newId()
  const body = bodyOf('webhook.test', { webhook_id: webhookId }, now())
  const row = { id, webhook_id: webhookId, user_id: member.userId, type: 'webhook.test' as const, body }
  await messages.insertDeliveries(db, member, [row], now())
  return id
}

/** Returns the body with the fields of the event's schema only; a row may have others. */
const bodyOf = (type: WebhookMessage['type'], data: unknown, now: Date) =>
  JSON.stringify(webhookMessages[type].parse({ type, timestamp: now.toISOString(), data }))

/**
 * Returns the address and the secret of a webhook.
 * @returns undefined if no key decrypts them: the message is not sent, and the webhook must be created again
 */
export async function openedOf(
  { keyring, logEvent }: Services,
  webhook: WebhookKey,
  sealed: { url: string; secret: string },
): Promise<{ url: string; secret: string } | undefined> {
  try {
    const [url, secret] = await Promise.all([
      unseal(keyring, addressAudienceOf(webhook), sealed.url),
      unseal(keyring, secretAudienceOf(webhook), sealed.secret),
    ])
    return { url: url as string, secret: secret as string }
  } catch {
    logEvent('stale_key', { teamId: webhook.teamId }, { provider: 'webhook', id: webhook.id })
    return undefined
  }
}

/** Reads the current content of a message. */
export const readMessage = ({ database }: Services, place: WebhookKey): Promise<messages.Message | undefined> =>
  withTeamTransaction(database, place, (db) => messages.selectMessage(db, place))

export const noteArrived = async ({ database }: Services, webhook: WebhookKey): Promise<void> => {
  await withTeamTransaction(database, webhook, (db) => messages.noteArrived(db, webhook, webhook.id))
}

/**
 * Notes that a message did not arrive. A webhook that fails for days, or whose receiver is gone, is stopped, and the
 * administrators get an email.
 */
export async function noteFailed(
  services: Services,
  webhook: WebhookKey,
  { isGone }: { isGone: boolean },
): Promise<void> {
  const { config, database, logEvent, now, sendMail } = services
  const before = isGone ? now() : new Date(now().getTime() - failingLongest * 1_000)
  const mails = await withTeamTransaction(database, webhook, async (db) => {
    const stopped = await messages.noteFailed(db, webhook, webhook.id, { now: now(), before })
    // Also runs if another server stopped the webhook during this attempt.
    await messages.cancelWaiting(db, webhook, webhook.id)
    if (!stopped) return undefined
    const about = { provider: stopped.host, link: `${config.publicUrl}/team?tab=settings` }
    return (await selectAdministrators(db, webhook)).map(({ email, language, isProven, ...member }) =>
      writeNotice('webhookStopped', { member, language, to: email, ...about, team: webhook.teamId, isProven }),
    )
  })
  if (!mails) return
  logEvent('webhook_stopped', { teamId: webhook.teamId }, { id: webhook.id })
  for (const mail of mails) sendMail(mail)
}

export const cancelWaiting = messages.cancelWaiting
