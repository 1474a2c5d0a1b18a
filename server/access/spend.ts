import { type Database, type Db, withEveryTeamTransaction } from '#server/db/database.ts'
import { hasRow } from '#server/db/has-row.ts'
import { AppError } from '#server/errors.ts'
import { fingerprint } from './keys.ts'

/**
 * What may be used once, on whichever node.
 * @param seconds after which it would not be taken anyway
 * @throws AppError sign_in_refused: it was used already
 */
export async function spend(
  { database, now }: { database: Database; now: () => Date },
  token: string,
  seconds: number,
): Promise<void> {
  const expiresAt = new Date(now().getTime() + seconds * 1_000)
  const hash = fingerprint(Buffer.from(token))
  if (!(await withEveryTeamTransaction(database, (db) => insertSpent(db, { hash, expiresAt }, now()))))
    throw new AppError('sign_in_refused')
}

/** Whether a token with this fingerprint was used and is still remembered. */
export async function isSpent(db: Db, hash: Buffer, now: Date): Promise<boolean> {
  return hasRow(
    db.selectFrom('spent_states').where('hash', '=', hash).where('expires_at', '>', now).select('expires_at'),
  )
}

/** Must run in the caller's transaction. Deletes expired entries, too. @returns whether it is the first use */
export async function insertSpent(db: Db, spent: { hash: Buffer; expiresAt: Date }, now: Date): Promise<boolean> {
  await db.deleteFrom('spent_states').where('expires_at', '<=', now).execute()
  const inserted = await db
    .insertInto('spent_states')
    .values({ hash: spent.hash, expires_at: spent.expiresAt })
    .onConflict((taken) => taken.doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}
