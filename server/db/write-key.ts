import { sql, type Transaction } from 'kysely'
import type { WriteKey } from '#server/access/scope.ts'
import { AppError } from '#server/errors.ts'
import type { Tables } from './tables.ts'

/** What `claim_write_key` says; the two are null where nothing is kept. */
type Claimed = { held: boolean; fingerprint: Buffer | null; result: Buffer | null }

/**
 * Runs a transaction's work and keeps what it came to, both or neither; or says what it came to before.
 * @throws AppError in_progress, key_reused
 */
export async function workOnce<T>(
  db: Transaction<Tables>,
  teamId: string,
  writeKey: WriteKey,
  step: number,
  work: (db: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  const { rows } = await sql<Claimed>`
    select * from claim_write_key(${teamId}, ${writeKey.userId}, ${writeKey.key}, ${step}::smallint)`.execute(db)
  const { held, fingerprint, result } = rows[0]!
  const isOther = fingerprint !== null && !writeKey.isSame(fingerprint, step)
  if (held || isOther) {
    writeKey.state = 'refused'
    throw held ? new AppError('in_progress', { retryAfter: 1 }) : new AppError('key_reused')
  }
  if (result !== null) {
    if (writeKey.state === 'untouched') writeKey.state = 'replayed'
    // What was sealed here is what `work` gave: the same write has the same steps.
    return writeKey.unseal(result, step) as T
  }
  const done = await work(db)
  await db
    .insertInto('write_keys')
    .values({
      team_id: teamId,
      user_id: writeKey.userId,
      key: writeKey.key,
      step,
      fingerprint: writeKey.mark(step),
      result: writeKey.seal(done, step),
      created_at: writeKey.at,
    })
    .execute()
  writeKey.state = 'done'
  return done
}
