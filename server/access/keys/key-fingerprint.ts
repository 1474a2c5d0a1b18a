import { sql } from 'kysely'
import type { Database } from '#server/db/database.ts'
import { ConfigError } from '#server/config/environment.ts'
import { operatorCommand } from '#server/config/operator-command.ts'
import { deriveKey } from './keys.ts'

type Keys = { secretKey: Buffer; previousSecretKey: Buffer | undefined }

const fingerprintOf = (secretKey: Buffer) => deriveKey(secretKey, 'fingerprint')

/** Returns whether one of these keys has this fingerprint. */
export const isKeyOf = (fingerprint: Buffer, { secretKey, previousSecretKey }: Keys): boolean =>
  [secretKey, previousSecretKey].some((key) => key !== undefined && fingerprintOf(key).equals(fingerprint))

/**
 * Stores the key's fingerprint at the first start. Later starts need the same key, as the current or the previous key.
 * @throws ConfigError if the key differs: access tokens would fail on other servers, and stored secrets could not be
 *   decrypted
 */
export async function requireSameKey(database: Database, keys: Keys): Promise<void> {
  const own = fingerprintOf(keys.secretKey)
  await sql`insert into key_fingerprint (fingerprint) values (${own}) on conflict do nothing`.execute(database)
  if (isKeyOf((await readFingerprint(database))!, keys)) return
  throw new ConfigError(
    `This database belongs to another SECRET_KEY (or secret-key file in DATA_DIR). Give this server the same key. To change the key, set SECRET_KEY_PREVIOUS to the old one. If it is lost, run ${operatorCommand('rotate-secrets')} to continue without it.`,
  )
}

/** Returns the fingerprint of the database's key, or undefined before the first start. */
export async function readFingerprint(database: Database): Promise<Buffer | undefined> {
  const { rows } = await sql<{ fingerprint: Buffer }>`select fingerprint from key_fingerprint`.execute(database)
  return rows[0]?.fingerprint
}

/** Makes this the only key that the database accepts. */
export async function saveKeyFingerprint(database: Database, secretKey: Buffer): Promise<void> {
  const fingerprint = fingerprintOf(secretKey)
  await sql`
    insert into key_fingerprint (fingerprint) values (${fingerprint})
    on conflict (only_one) do update set fingerprint = excluded.fingerprint`.execute(database)
}
