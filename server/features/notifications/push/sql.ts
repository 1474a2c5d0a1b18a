import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'
import { backOffUntil } from '#server/db/fragments/back-off.ts'
import { hasRow } from '#server/db/fragments/has-row.ts'
import type { Tables } from '#server/db/schema/tables.ts'

type Member = Pick<Scope, 'teamId' | 'userId'>
type Subscription = Pick<Tables['push_subscriptions'], 'endpoint' | 'p256dh' | 'auth'>
type Device = Pick<Scope, 'teamId' | 'sessionId'>

const ofDevice = (db: Db, { teamId, sessionId }: Device) =>
  db.selectFrom('push_subscriptions').where('team_id', '=', teamId).where('session_id', '=', sessionId)

export const selectIsOn = (db: Db, device: Device): Promise<boolean> =>
  hasRow(ofDevice(db, device).select('session_id'))

/** Stores a subscription, and replaces an earlier one of this session. */
export const upsertSubscription = (
  db: Db,
  { teamId, sessionId, userId }: Device & Member,
  subscription: Subscription,
  now: Date,
) =>
  db
    .insertInto('push_subscriptions')
    .values({ team_id: teamId, session_id: sessionId, user_id: userId, ...subscription, created_at: now })
    .onConflict((taken) =>
      taken
        .columns(['team_id', 'session_id'])
        .doUpdateSet({ ...subscription, created_at: now, failing_since: null, failed_at: null }),
    )
    .execute()

export const deleteSubscription = (db: Db, { teamId, sessionId }: Device) =>
  db.deleteFrom('push_subscriptions').where('team_id', '=', teamId).where('session_id', '=', sessionId).execute()

const newestOf = (db: Db, { teamId, userId }: Member) =>
  db
    .selectFrom('push_subscriptions as p')
    .where((is) => is.and({ team_id: teamId, user_id: userId }))
    .orderBy('created_at', 'desc')
    .orderBy('session_id', 'desc')

/** Deletes the oldest subscriptions of a member beyond `limits.pushDevices`. */
export async function deleteOldest(db: Db, member: Member): Promise<void> {
  const oldest = await newestOf(db, member).select('session_id as sessionId').offset(limits.pushDevices).execute()
  for (const { sessionId } of oldest) await deleteSubscription(db, { teamId: member.teamId, sessionId })
}

/**
 * Deletes the subscription of a browser. A browser is one device, even if another member was signed in there before.
 */
export const deleteEndpoint = (db: Db, endpoint: string) =>
  db.deleteFrom('push_subscriptions').where('endpoint', '=', endpoint).execute()

/**
 * Returns the newest devices of a member. `isPaused`: the device has failed, and gets nothing until its back-off ends.
 */
export const selectSubscriptions = (db: Db, member: Member, now: Date) =>
  newestOf(db, member)
    .limit(limits.pushDevices)
    .select(['endpoint', 'p256dh', 'auth'])
    .select(sql<boolean>`coalesce(${backOffUntil('p')} > ${now}, false)`.as('isPaused'))
    .execute()

const ofEndpoint = (db: Db, { teamId, userId }: Member, endpoint: string) =>
  db.updateTable('push_subscriptions').where((is) => is.and({ team_id: teamId, user_id: userId, endpoint }))

export const noteArrived = (db: Db, member: Member, endpoint: string) =>
  ofEndpoint(db, member, endpoint)
    .set({ failing_since: null, failed_at: null })
    .where('failing_since', 'is not', null)
    .execute()

/**
 * Records that the device failed.
 * @returns the time of the first failure since the last success; undefined if the subscription is gone
 */
export async function noteFailed(db: Db, member: Member, endpoint: string, now: Date): Promise<Date | undefined> {
  const failing = await ofEndpoint(db, member, endpoint)
    .set({ failing_since: sql`coalesce(failing_since, ${now})`, failed_at: now })
    .returning('failing_since')
    .executeTakeFirst()
  return failing?.failing_since ?? undefined
}

export const deleteEverySubscription = (db: Db) => db.deleteFrom('push_subscriptions').execute()

export const selectKeys = (db: Db) => db.selectFrom('push_keys').select(['public_key', 'secret']).executeTakeFirst()

type Keys = { public_key: string; secret: string }

/** Stores the key pair. If two servers create one at once, only the first insert succeeds. */
export const insertKeys = (db: Db, keys: Keys) =>
  db
    .insertInto('push_keys')
    .values(keys)
    .onConflict((taken) => taken.doNothing())
    .execute()

/** @param from the secret to replace: a secret that has changed since is not overwritten */
export const updateKeys = (db: Db, { from, to }: { from: string; to: Keys }): Promise<boolean> =>
  hasRow(db.updateTable('push_keys').set(to).where('secret', '=', from).returning('public_key'))
