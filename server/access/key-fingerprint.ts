import { sql } from 'kysely'
import type { Database } from '#server/db/database.ts'
import { ConfigError } from '#server/environment.ts'
import { operatorCommand } from '#server/operator-command.ts'
import { deriveKey } from './keys.ts'

type Keys = { secretKey: Buffer; previousSecretKey: Buffer | undefined }

const fingerprintOf = (secretKey: Buffer) => deriveKey(secretKey, 'fingerprint')

/** Whether a deployment with these keys may go on with what a database has the fingerprint of. */
export const isKeyOf = (fingerprint: Buffer, { secretKey, previousSecretKey }: Keys): boolean =>
  [secretKey, previousSecretKey].some((key) => key !== undefined && fingerprintOf(key).equals(fingerprint))

/**
 * The first start keeps the key's fingerprint in the database; every other has to have the same key, or had it before and
 * is about to seal anew what that has sealed.
 * @throws ConfigError: half of all requests would be refused, and what is sealed would not open
 */
export async function requireSameKey(database: Database, keys: Keys): Promise<void> {
  const own = fingerprintOf(keys.secretKey)
  await sql`insert into key_fingerprint (fingerprint) values (${own}) on conflict do nothing`.execute(database)
  if (isKeyOf((await readFingerprint(database))!, keys)) return
  throw new ConfigError(
    `This database belongs to another SECRET_KEY (or secret-key file in DATA_DIR): give this server the same. A new one needs the old one in SECRET_KEY_PREVIOUS; if that is lost, ${operatorCommand('rotate-secrets')} goes on without it.`,
  )
}

/** That of the key which this database belongs to; undefined before the first start. */
export async function readFingerprint(database: Database): Promise<Buffer | undefined> {
  const { rows } = await sql<{ fingerprint: Buffer }>`select fingerprint from key_fingerprint`.execute(database)
  return rows[0]?.fingerprint
}

/** From now on the deployment has this key alone. */
export async function keepKey(database: Database, secretKey: Buffer): Promise<void> {
  const fingerprint = fingerprintOf(secretKey)
  await sql`
    insert into key_fingerprint (fingerprint) values (${fingerprint})
    on conflict (only_one) do update set fingerprint = excluded.fingerprint`.execute(database)
}
