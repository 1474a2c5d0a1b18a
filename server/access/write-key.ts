import { deserialize, serialize } from 'node:v8'
import type { Services } from '#server/services.ts'
import { inEveryTeam, inTeam } from '#server/db/database.ts'
import { deriveKey, keyed } from './keys.ts'
import type { Scope, WriteKey } from './scope.ts'
import { seal, unseal } from './sealed.ts'

const life = 24 * 60 * 60_000 // milliseconds

/**
 * From here on each transaction of this scope happens once for this key, across processes and crashes: a second time its
 * result is read instead.
 * @param sent the whole request, as text
 */
export function withWriteKey({ config, keyring, now }: Services, scope: Scope, key: string, sent: string): Scope {
  const place = (step: number) => `write_keys ${scope.teamId} ${scope.userId} ${key} ${step}`
  const writeKey: WriteKey = {
    userId: scope.userId,
    key,
    fingerprint: keyed(deriveKey(config.secretKey, 'write key'), sent),
    at: now(),
    // Results hold dates and bytes, which JSON does not.
    seal: (result, step) => seal(keyring, place(step), serialize(result).toString('base64')),
    unseal: (sealed, step) => deserialize(Buffer.from(String(unseal(keyring, place(step), sealed)), 'base64')),
    steps: 0,
    state: 'untouched',
  }
  return { ...scope, writeKey }
}

/** A write that was refused half-way is no answer to keep: whoever sends it again begins anew. */
export async function forgetWriteKey({ database }: Services, { teamId, userId, writeKey }: Scope): Promise<void> {
  if (!writeKey || writeKey.state === 'untouched' || writeKey.state === 'refused') return
  await inTeam(database, { teamId }, (db) =>
    db
      .deleteFrom('write_keys')
      .where('team_id', '=', teamId)
      .where('user_id', '=', userId)
      .where('key', '=', writeKey.key)
      .execute(),
  )
}

export async function deleteOldWriteKeys({ database, now }: Services): Promise<void> {
  const before = new Date(now().getTime() - life)
  await inEveryTeam(database, (db) => db.deleteFrom('write_keys').where('created_at', '<', before).execute())
}
