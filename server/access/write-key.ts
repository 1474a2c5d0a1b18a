import { deserialize, serialize } from 'node:v8'
import { sql } from 'kysely'
import type { Services } from '#server/services.ts'
import { AppError } from '#server/errors.ts'
import { type Db, inEveryTeam, inTeam } from '#server/db/database.ts'
import { fingerprint } from './keys.ts'
import type { Scope, WriteKey } from './scope.ts'
import { opens, resealAll, seal, unseal } from './sealed.ts'

const life = 24 * 60 * 60_000 // milliseconds

/**
 * From here on each transaction of this scope happens once for this key, across processes and crashes: a second time its
 * result is read instead.
 * @param sent the whole request, as text
 */
export function withWriteKey(
  { keyring, now }: Pick<Services, 'keyring' | 'now'>,
  scope: Scope,
  key: string,
  sent: string,
): Scope {
  const place = (step: number) => placeOf({ ...scope, key, step })
  const mark = fingerprint(Buffer.from(sent)).toString('base64')
  const writeKey: WriteKey = {
    userId: scope.userId,
    key,
    at: now(),
    // Sealed: by itself it would confirm a guess at what was sent, a password say.
    mark: (step) => seal(keyring, markOf(place(step)), mark),
    isSame: (sealed, step) => unseal(keyring, markOf(place(step)), sealed) === mark,
    // Results hold dates and bytes, which JSON does not.
    seal: (result, step) => seal(keyring, place(step), serialize(result).toString('base64')),
    unseal: (sealed, step) => deserialize(Buffer.from(String(unseal(keyring, place(step), sealed)), 'base64')),
    steps: 0,
    state: 'untouched',
  }
  return { ...scope, writeKey }
}

const placeOf = ({ teamId, userId, key, step }: Pick<Scope, 'teamId' | 'userId'> & { key: string; step: number }) =>
  `write_keys ${teamId} ${userId} ${key} ${step}`
const markOf = (place: string) => `${place} mark`

/**
 * Refuses to repeat an answer that holds a secret which no longer works.
 * @param isAlive whether what the first request made is still there
 * @throws AppError key_reused
 */
export async function refuseEnded(
  { database }: Pick<Services, 'database'>,
  { teamId, writeKey }: Scope,
  isAlive: (db: Db) => Promise<boolean>,
): Promise<void> {
  if (writeKey?.state !== 'replayed' || (await inTeam(database, { teamId }, isAlive))) return
  writeKey.state = 'refused' // the key stays used: the next request with it must not make another one
  throw new AppError('key_reused')
}

/** Returns whether all that the request writes was written before: its letters have been sent. `LogEvent` looks at this itself. */
export const isRepeat = ({ writeKey }: Pick<Scope, 'writeKey'>): boolean => writeKey?.state === 'replayed'

/** A write that was refused half-way is no answer to keep: whoever sends it again begins anew. */
export async function forgetWriteKey({ database }: Services, { teamId, userId, writeKey }: Scope): Promise<void> {
  if (!writeKey || writeKey.state === 'untouched' || writeKey.state === 'refused') return
  await inTeam(database, { teamId }, (db) =>
    db
      .deleteFrom('write_keys')
      .where((is) => is.and({ team_id: teamId, user_id: userId, key: writeKey.key }))
      .execute(),
  )
}

export async function deleteOldWriteKeys({ database, now }: Services): Promise<void> {
  const before = new Date(now().getTime() - life)
  await inEveryTeam(database, (db) => db.deleteFrom('write_keys').where('created_at', '<', before).execute())
}

/** Seals anew what an earlier key has sealed (SECRET_KEY_PREVIOUS), and forgets what none of the keys opens. */
export async function resealWriteKeys({ database, keyring }: Pick<Services, 'database' | 'keyring'>): Promise<void> {
  await inEveryTeam(database, async (db) => {
    const rows = await db.selectFrom('write_keys').selectAll().execute()
    for (const { team_id: teamId, user_id: userId, key, step, fingerprint: mark, result } of rows) {
      const isThis = sql<boolean>`(team_id, user_id, key, step) = (${teamId}, ${userId}, ${key}, ${step})`
      const place = placeOf({ teamId, userId, key, step })
      const set = (change: { fingerprint: Buffer } | { result: Buffer }) =>
        db.updateTable('write_keys').set(change).where(isThis).execute()
      if (opens(keyring, result))
        await resealAll(keyring, [
          { place: markOf(place), secret: mark, replace: (to) => set({ fingerprint: to }) },
          { place, secret: result, replace: (to) => set({ result: to }) },
        ])
      else await db.deleteFrom('write_keys').where(isThis).execute()
    }
  })
}
