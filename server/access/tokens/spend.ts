import { type Database, type Db, withEveryTeamTransaction } from '#server/db/database.ts'
import { hasRow } from '#server/db/fragments/has-row.ts'
import { AppError } from '#server/errors.ts'
import { fingerprint } from '../keys/keys.ts'

/**
 * Marks a token as used, for all servers.
 * @param seconds the token's remaining lifetime, after which the mark can be deleted
 * @throws AppError sign_in_refused if the token was used already
 */
export async function spendToken(
  { database, now }: { database: Database; now: () => Date },
  token: string,
  seconds: number,
): Promise<void> {
  const expiresAt = new Date(now().getTime() + seconds * 1_000)
  const hash = fingerprint(Buffer.from(token))
  if (!(await withEveryTeamTransaction(database, (db) => insertSpent(db, { hash, expiresAt }, now()))))
    throw new AppError('sign_in_refused')
}

/** Returns whether an unexpired token with this fingerprint was used. */
export async function isSpent(db: Db, hash: Buffer, now: Date): Promise<boolean> {
  return hasRow(
    db.selectFrom('spent_states').where('hash', '=', hash).where('expires_at', '>', now).select('expires_at'),
  )
}

/**
 * Stores a used token and deletes expired ones. Must run in the caller's transaction. @returns whether it is the first
 * use
 */
export async function insertSpent(db: Db, spent: { hash: Buffer; expiresAt: Date }, now: Date): Promise<boolean> {
  await db.deleteFrom('spent_states').where('expires_at', '<=', now).execute()
  const inserted = await db
    .insertInto('spent_states')
    .values({ hash: spent.hash, expires_at: spent.expiresAt })
    .onConflict((taken) => taken.doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}
