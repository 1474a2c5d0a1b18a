import { sql } from 'kysely'
import type { Database } from '#server/db/database.ts'
import { ConfigError } from '#server/environment.ts'
import { deriveKey } from './keys.ts'

const fingerprintOf = (secretKey: Buffer) => deriveKey(secretKey, 'fingerprint')

/**
 * The first start keeps the key's fingerprint in the database; every other has to have the same key, or had it before and
 * is about to seal anew what that has sealed.
 * @throws ConfigError: half of all requests would be refused, and what is sealed would not open
 */
export async function requireSameKey(
  database: Database,
  { secretKey, previousSecretKey }: { secretKey: Buffer; previousSecretKey: Buffer | undefined },
): Promise<void> {
  const own = fingerprintOf(secretKey)
  await sql`insert into key_fingerprint (fingerprint) values (${own}) on conflict do nothing`.execute(database)
  const { rows } = await sql<{ fingerprint: Buffer }>`select fingerprint from key_fingerprint`.execute(database)
  const kept = rows[0]!.fingerprint
  if (kept.equals(own) || (previousSecretKey && kept.equals(fingerprintOf(previousSecretKey)))) return
  throw new ConfigError(
    'This database belongs to another SECRET_KEY (or secret-key file in DATA_DIR): give this server the same. A new one needs the old one in SECRET_KEY_PREVIOUS; if that is lost, npm run rotate-secrets goes on without it.',
  )
}

/** From now on the deployment has this key alone. */
export async function keepKey(database: Database, secretKey: Buffer): Promise<void> {
  const fingerprint = fingerprintOf(secretKey)
  await sql`
    insert into key_fingerprint (fingerprint) values (${fingerprint})
    on conflict (only_one) do update set fingerprint = excluded.fingerprint`.execute(database)
}
