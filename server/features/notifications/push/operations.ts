import { limits } from '#contract/limits.ts'
import type { Push, PushSubscription } from '#contract/notifications.ts'
import { opens, resealAll, type Resealed, seal, unseal } from '#server/access/keys/sealed.ts'
import type { Scope } from '#server/access/scope.ts'
import { answering } from '#server/access/idempotency.ts'
import { withEveryTeamTransaction, withTeamTransaction } from '#server/db/database.ts'
import { AppError, ProviderFailure } from '#server/errors.ts'
import { newPushKeys, type PushKeys, sendPush, type Subscription } from '#server/providers/push/push.ts'
import { faultOfAddress } from '#server/providers/webhook-receiver.ts'
import type { Services } from '#server/services.ts'
import * as push from './sql.ts'

type Member = Pick<Scope, 'teamId' | 'userId'>

/** The purpose that the private key is sealed for. It opens for no other purpose. */
const place = 'push_keys'

/** Whether this device is reminded, and the key for which its browser has to subscribe. */
export async function readPush(services: Services, scope: Scope): Promise<Push> {
  const { publicKey } = await pushKeys(services)
  return {
    public_key: publicKey,
    is_on: await withTeamTransaction(services.database, scope, (db) => push.selectIsOn(db, scope)),
  }
}

/** Reminds this device from now on, until its session ends. @throws AppError push_refused */
export async function turnOn({ config, database, now }: Services, scope: Scope, given: PushSubscription) {
  const { endpoint, keys } = given
  const code = await faultOfAddress(endpoint, config.providers.pushOrigins)
  if (code) throw new AppError('push_refused', { field: { name: 'endpoint', code } })
  await withEveryTeamTransaction(database, (db) => push.deleteEndpoint(db, endpoint))
  await withTeamTransaction(database, answering(scope), (db) =>
    push.upsertSubscription(db, scope, { endpoint, ...keys }, now()),
  )
}

export const turnOff = ({ database }: Services, scope: Scope) =>
  withTeamTransaction(database, answering(scope), (db) => push.deleteSubscription(db, scope))

/** The devices on which a member wants to be reminded. */
export const devicesOf = ({ database }: Services, member: Member) =>
  withTeamTransaction(database, member, (db) => push.selectSubscriptions(db, member))

/**
 * Sends a reminder to each device; those that are gone are forgotten.
 * @returns whether any took it; false: all are gone
 * @throws ProviderFailure where none took it and one may later
 */
export async function remindDevices(
  services: Services,
  devices: readonly Subscription[],
  { text, day }: { text: string; day: string },
): Promise<boolean> {
  const { config, database } = services
  const of = {
    keys: await pushKeys(services),
    subject: config.publicUrl.startsWith('https:') ? config.publicUrl : 'mailto:asakai@localhost.invalid',
    allowed: config.providers.pushOrigins,
  }
  const message = { payload: { text, day }, topic: 'reminder', life: limits.reminderLate * 60 * 60 }
  const sent = await Promise.allSettled(devices.map((device) => sendPush(device, message, of)))
  const failures: unknown[] = []
  for (const [index, result] of sent.entries()) {
    if (result.status === 'fulfilled') continue
    if (!(result.reason instanceof ProviderFailure && result.reason.reason === 'not_found'))
      failures.push(result.reason)
    else await withEveryTeamTransaction(database, (db) => push.deleteEndpoint(db, devices[index]!.endpoint))
  }
  if (sent.some(({ status }) => status === 'fulfilled')) return true
  if (failures.length > 0) throw failures[0]
  return false
}

/**
 * Returns the deployment's key pair, created at first use. Replaces a pair that none of our keys opens any longer, and
 * deletes every subscription: browsers hold them for that pair only.
 */
async function pushKeys(services: Pick<Services, 'database' | 'keyring' | 'logEvent'>): Promise<PushKeys> {
  const { database, keyring, logEvent } = services
  const kept = await withEveryTeamTransaction(database, push.selectKeys)
  if (kept && opens(keyring, kept.secret)) {
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

/** Whether the kept pair can be used; undefined where none was needed yet. */
export async function arePushKeysOurs({
  database,
  keyring,
}: Pick<Services, 'database' | 'keyring'>): Promise<boolean | undefined> {
  const kept = await withEveryTeamTransaction(database, push.selectKeys)
  return kept && opens(keyring, kept.secret)
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
