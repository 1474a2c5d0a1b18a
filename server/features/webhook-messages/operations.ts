import { selectAdministrators } from '#server/db/administrators.ts'
import { v7 as newId } from 'uuid'
import { type WebhookEvent, type WebhookMessage, webhookMessages } from '#contract/webhooks.ts'
import type { Scope } from '#server/access/scope.ts'
import { unseal } from '#server/access/sealed.ts'
import { type Db, withEveryTeamTransaction, withTeamTransaction } from '#server/db/database.ts'
import { selectDue } from '#server/db/due-rows.ts'
import { addJob } from '#server/db/jobs.ts'
import type { Listener } from '#server/db/webhook-listeners.ts'
import { writeMail } from '#server/providers/mail/letters.ts'
import { type Said, sendMessage } from '#server/providers/webhook-receiver.ts'
import type { Services } from '#server/services.ts'
import { failingLongest, pauseLongest, pauses } from './policy.ts'
import * as messages from './sql.ts'

type Member = Pick<Scope, 'teamId' | 'userId'>
type Place = { teamId: string; id: string }
type DataOf<Event extends WebhookEvent> = Extract<WebhookMessage, { type: Event }>['data']

const keptFor = 30 * 24 * 60 * 60_000 // milliseconds

/** Under which a webhook's secret is sealed. */
export const placeOf = ({ teamId, id }: Place) => `webhooks ${teamId} ${id}`

/**
 * Within the transaction of the act: those who listen will hear of it.
 * @param listeners of this event and of others; without one nothing is asked of the database
 * @param member of whom it tells
 */
export async function tell<Event extends WebhookEvent>(
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
  const rows = those.map(({ webhook_id }) => ({ id: newId(), webhook_id, user_id: member.userId, type, body }))
  for (const { id } of await messages.insertDeliveries(db, member, rows, now()))
    await askFor(db, { teamId: member.teamId, id }, now())
}

/** The same where no statement of the act has asked who listens. */
export const tellAny = async <Event extends WebhookEvent>(
  services: Pick<Services, 'now'>,
  db: Db,
  member: Member,
  type: Event,
  data: () => DataOf<Event> | Promise<DataOf<Event>>,
) => tell(services, db, member, await messages.selectListeners(db, member, type), type, data)

/** Within the caller's transaction: a message that waits to be sent by them, once. @returns its id */
export async function testMessage({ now }: Services, db: Db, member: Member, webhookId: string): Promise<string> {
  const id = newId()
  const body = bodyOf('webhook.test', { webhook_id: webhookId }, now())
  const row = { id, webhook_id: webhookId, user_id: member.userId, type: 'webhook.test' as const, body }
  await messages.insertDeliveries(db, member, [row], now())
  return id
}

/** What the schema of the event names, and nothing else that a row may hold. */
const bodyOf = (type: WebhookMessage['type'], data: unknown, now: Date) =>
  JSON.stringify(webhookMessages[type].parse({ type, timestamp: now.toISOString(), data }))

const askFor = (db: Db, place: Place, runAt: Date) =>
  addJob(db, 'send-webhook', place, { key: `send-webhook ${place.id}`, runAt })

/** Sends what is due; what fails comes again later, under the same id. */
export async function attempt(services: Services, place: Place): Promise<void> {
  const { config, database, now } = services
  const claimed = await withTeamTransaction(database, place, async (db) => {
    await messages.dropOutdated(db, place, now())
    return messages.claim(db, place, { now: now(), pauses })
  })
  if (!claimed) return
  const { url, body, webhook_id } = claimed
  const secret = await secretOf(services, { teamId: place.teamId, id: webhook_id }, claimed.secret)
  const message = { id: place.id, body, now: now() }
  const said = secret ? await sendMessage(url, { ...message, secret }, config.providers.webhookOrigins) : unsigned
  if (said.failure) await fail(services, place, claimed, said)
  else
    await withTeamTransaction(database, place, async (db) => {
      await messages.settle(db, place, { ...said, state: 'delivered', notBefore: now() })
      await messages.noteArrived(db, place, webhook_id)
    })
}

/** What could not be signed is not sent. */
const unsigned: Said = { status: null, answer: null, failure: 'away', retryAfter: undefined }

/** Undefined where no key of ours opens it any more: the webhook is to be made anew. */
async function secretOf({ keyring, logEvent }: Services, place: Place, sealed: string): Promise<string | undefined> {
  try {
    return (await unseal(keyring, placeOf(place), sealed)) as string
  } catch {
    logEvent('stale_key', { teamId: place.teamId }, { provider: 'webhook', id: place.id })
    return undefined
  }
}

async function fail(services: Services, place: Place, claimed: messages.Claimed, said: Said): Promise<void> {
  const { config, database, logEvent, now, sendMail } = services
  const { webhook_id, type, url } = claimed
  const isTest = type === 'webhook.test'
  const later = (seconds: number) => new Date(now().getTime() + seconds * 1_000)
  const letters = await withTeamTransaction(database, place, async (db) => {
    const state = isTest || claimed.attempts > pauses.length ? 'failed' : 'waiting'
    const notBefore = later(Math.min(said.retryAfter ?? 0, pauseLongest))
    const due = await messages.settle(db, place, { ...said, state, notBefore })
    if (due && state === 'waiting') await askFor(db, place, due)
    // Who answers 410 wants nothing more (Standard Webhooks 1.0.0).
    const before = said.status === 410 ? now() : later(-failingLongest)
    if (isTest || !(await messages.noteFailed(db, place, webhook_id, { now: now(), before }))) return undefined
    await messages.giveUp(db, place, webhook_id)
    const link = `${config.publicUrl}/team?tab=settings`
    return (await selectAdministrators(db, place)).map(({ email, language, ...member }) =>
      writeMail('webhookStopped', { member, language, to: email, provider: new URL(url).host, link }),
    )
  })
  if (!letters) return
  logEvent('webhook_stopped', { teamId: place.teamId }, { id: webhook_id })
  for (const letter of letters) sendMail(letter)
}

export const giveUpWaiting = messages.giveUp

/** Picks up what was left: by a process that was killed, by a job that could not run. */
export const sendLeft = ({ database, now }: Services): Promise<void> =>
  withEveryTeamTransaction(database, async (db) => {
    for (const place of await selectDue(db, 'webhook_deliveries', now())) await askFor(db, place, now())
  })

export const deleteOldMessages = async ({ database, now }: Services): Promise<void> => {
  const before = new Date(now().getTime() - keptFor)
  await withEveryTeamTransaction(database, (db) => messages.deleteBefore(db, before))
}
