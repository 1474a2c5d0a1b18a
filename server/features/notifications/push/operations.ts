import queueOf from 'p-limit'
import { limits } from '#contract/limits.ts'
import type { Push, PushSubscription } from '#contract/notifications.ts'
import { canUnseal, resealAll, type Resealed, seal, unseal } from '#server/access/keys/sealed.ts'
import type { Scope } from '#server/access/scope.ts'
import { answering } from '#server/access/idempotency.ts'
import { withEveryTeamTransaction, withTeamTransaction } from '#server/db/database.ts'
import { AppError, ProviderFailure } from '#server/errors.ts'
import { newPushKeys, type PushKeys, sendPush, type Subscription } from '#server/providers/push/push.ts'
import { faultOfAddress } from '#server/providers/webhook-receiver.ts'
import type { Services } from '#server/services.ts'
import { failingLongest } from '#server/webhook-events/policy.ts'
import * as push from './sql.ts'

/**
 * The most messages that we send to one member's devices at the same time. Encrypting a message takes a millisecond,
 * and all messages may go to the same host.
 */
const atOnce = 4

type Member = Pick<Scope, 'teamId' | 'userId'>

/** The audience of the encrypted private key: it can be decrypted for this audience only. */
const place = 'push_keys'

/** Returns whether this device gets reminders, and the key with which its browser must subscribe. */
export async function readPush(services: Services, scope: Scope): Promise<Push> {
  const { publicKey } = await pushKeys(services)
  return {
    public_key: publicKey,
    is_on: await withTeamTransaction(services.database, scope, (db) => push.selectIsOn(db, scope)),
  }
}

/**
 * Turns reminders on for this device, until its session ends or `limits.pushDevices` newer devices turn them on.
 * @throws AppError push_refused
 */
export async function turnOn({ config, database, now }: Services, scope: Scope, given: PushSubscription) {
  const { endpoint, keys } = given
  const code = await faultOfAddress(endpoint, config.providers.pushOrigins)
  if (code)
    throw new AppError('push_refused', {
      field: { name: 'endpoint', code: code === 'not_public' ? 'push_not_public' : code },
    })
  await withEveryTeamTransaction(database, (db) => push.deleteEndpoint(db, endpoint))
  await withTeamTransaction(database, answering(scope), async (db) => {
    await push.upsertSubscription(db, scope, { endpoint, ...keys }, now())
    await push.deleteOldest(db, scope)
  })
}

export const turnOff = ({ database }: Services, scope: Scope) =>
  withTeamTransaction(database, answering(scope), (db) => push.deleteSubscription(db, scope))

/**
 * Returns the devices on which a member wants to be reminded. Leaves out a device that fails, until its back-off ends
 * (decision 74). If all fail, returns all: the outbox has waited for the back-off of the first one.
 */
export async function devicesOf({ database, now }: Services, member: Member): Promise<Subscription[]> {
  const devices = await withTeamTransaction(database, member, (db) => push.selectSubscriptions(db, member, now()))
  const ready = devices.filter(({ isPaused }) => !isPaused)
  return ready.length > 0 ? ready : devices
}

/**
 * Sends a reminder to each device. Forgets a device if the push service says that it is gone, or if nothing has arrived
 * for days.
 * @returns whether a push service accepted the reminder; false: all devices are gone
 * @throws ProviderFailure if none accepted it, but a retry may succeed
 */
export async function remindDevices(
  services: Services,
  member: Member,
  devices: readonly Subscription[],
  { text, day }: { text: string; day: string },
): Promise<boolean> {
  const { config } = services
  const of = {
    keys: await pushKeys(services),
    subject: config.publicUrl.startsWith('https:') ? config.publicUrl : 'mailto:asakai@localhost.invalid',
    allowed: config.providers.pushOrigins,
  }
  const message = { payload: { text, day }, topic: 'reminder', life: limits.reminderLate * 60 * 60 }
  const queue = queueOf(atOnce)
  const sent = await Promise.allSettled(devices.map((device) => queue(() => sendPush(device, message, of))))
  const failures: unknown[] = []
  for (const [index, result] of sent.entries()) {
    const { endpoint } = devices[index]!
    const failure = result.status === 'rejected' ? (result.reason as unknown) : undefined
    if (!(await noteOutcome(services, member, endpoint, failure))) failures.push(failure)
  }
  if (sent.some(({ status }) => status === 'fulfilled')) return true
  if (failures.length > 0) throw failures[0]
  return false
}

/** Stores the outcome for one device. @returns false if a retry may succeed */
async function noteOutcome({ database, now }: Services, member: Member, endpoint: string, failure: unknown) {
  if (failure === undefined) {
    await withTeamTransaction(database, member, (db) => push.noteArrived(db, member, endpoint))
    return true
  }
  const isGone = failure instanceof ProviderFailure && failure.reason === 'not_found'
  const since = isGone
    ? undefined
    : await withTeamTransaction(database, member, (db) => push.noteFailed(db, member, endpoint, now()))
  if (since && now().getTime() - since.getTime() < failingLongest * 1_000) return false
  await withEveryTeamTransaction(database, (db) => push.deleteEndpoint(db, endpoint))
  return true
}

/**
 * Returns the deployment's key pair, which is created at first use. If none of our keys decrypts the stored pair,
 * creates a new one and deletes every subscription, because a browser's subscription is for one pair only.
 */
async function pushKeys(services: Pick<Services, 'database' | 'keyring' | 'logEvent'>): Promise<PushKeys> {
  const { database, keyring, logEvent } = services
  const kept = await withEveryTeamTransaction(database, push.selectKeys)
  if (kept && canUnseal(keyring, kept.secret)) {
    const { privateKey } = (await unseal(keyring, place, kept.secret)) as { privateKey: string }
    return { publicKey: kept.public_key, privateKey }
  }
  const { publicKey, privateKey } = newPushKeys()
  const made = { public_key: publicKey, secret: await seal(keyring, place, { privateKey }) }
  await withEveryTeamTransaction(database, async (db) => {
    if (!kept) return push.insertKeys(db, made)
    if (await push.updateKeys(db, { from: kept.secret, to: made })) await push.deleteEverySubscription(db)
  })
  if (kept) logEvent('stale_key', undefined, { provider: 'push' })
  return pushKeys(services)
}

/** Returns whether the stored pair can be decrypted; undefined if there is none yet. */
export async function arePushKeysOurs({
  database,
  keyring,
}: Pick<Services, 'database' | 'keyring'>): Promise<boolean | undefined> {
  const kept = await withEveryTeamTransaction(database, push.selectKeys)
  return kept && canUnseal(keyring, kept.secret)
}

/** Seals the private key with the current key if an earlier key has sealed it (SECRET_KEY_PREVIOUS). */
export async function resealPushKeys({ database, keyring }: Pick<Services, 'database' | 'keyring'>): Promise<Resealed> {
  const kept = await withEveryTeamTransaction(database, push.selectKeys)
  if (!kept) return { sealed: 0, lost: 0 }
  const { public_key, secret } = kept
  const replace = (to: string) =>
    withEveryTeamTransaction(database, (db) => push.updateKeys(db, { from: secret, to: { public_key, secret: to } }))
  return resealAll(keyring, [{ place, secret, replace }])
}
