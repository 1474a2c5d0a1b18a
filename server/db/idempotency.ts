import { sql, type Transaction } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Answering, StoredAnswer, WriteKey } from '#server/access/scope.ts'
import { AppError } from '#server/errors.ts'
import type { Tables } from './schema/tables.ts'

type Db = Transaction<Tables>

/** Thrown to end a request whose answer an earlier attempt of the same request has already stored. */
export class AnsweredBefore extends Error {
  readonly answer: StoredAnswer
  constructor(answer: StoredAnswer) {
    super('This request was answered before.')
    this.answer = answer
  }
}

/**
 * Runs the last transaction of a request, and stores the request's answer in it. Until the transaction ends, the same
 * request cannot run a second time.
 * @throws AppError in_progress, key_reused; AnsweredBefore
 */
export async function storingAnswer<Result>(
  db: Db,
  { writeKey, bodyOf }: Answering,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  const { teamId, userId, key } = writeKey
  const { rows } = await sql<{ held: boolean; answer: string | null }>`
    select * from claim_write_key(${teamId}, ${userId}, ${key})`.execute(db)
  if (rows[0]!.held) throw new AppError('in_progress', { retryAfter: 1 })
  const before = await answerIn(writeKey, rows[0]!.answer)
  if (before) throw new AnsweredBefore(before)
  const result = await work(db)
  const answer = writeKey.answerOf(bodyOf(result as never))
  await upsertAnswer(db, writeKey, answer)
  writeKey.stored = answer
  return result
}

/** @throws AppError key_reused */
export async function readAnswer(db: Db, writeKey: WriteKey): Promise<StoredAnswer | undefined> {
  const row = await db
    .selectFrom('write_keys')
    .where((is) => is.and(rowOf(writeKey)))
    .select('answer')
    .executeTakeFirst()
  return row && answerIn(writeKey, row.answer)
}

async function answerIn(writeKey: WriteKey, stored: string | null): Promise<StoredAnswer | undefined> {
  if (stored === null) return undefined
  const answer = await writeKey.unseal(stored)
  if (!answer) throw new AppError('key_reused')
  return answer
}

/** Stores an answer. If the member then has too many stored answers, deletes the oldest ones. */
export async function upsertAnswer(db: Db, writeKey: WriteKey, answer: StoredAnswer): Promise<void> {
  const stored = { answer: await writeKey.seal(answer) }
  const upsert = db
    .insertInto('write_keys')
    .values({ ...rowOf(writeKey), ...stored, created_at: writeKey.at })
    .onConflict((conflict) => conflict.columns(['team_id', 'user_id', 'key']).doUpdateSet(stored))
  await Promise.all([upsert.execute(), deleteOldest(db, writeKey)])
}

/**
 * Deletes the oldest stored answers of a member beyond a total size: a short request can have a long answer. Keeps the
 * answer of this key.
 */
const deleteOldest = (db: Db, { teamId, userId, key }: WriteKey) =>
  sql`
    delete from write_keys where team_id = ${teamId} and user_id = ${userId} and key <> ${key} and key in (
      select key from (
        select key, row_number() over newest as place, sum(octet_length(answer)) over newest as bytes
        from write_keys where team_id = ${teamId} and user_id = ${userId}
        window newest as (order by (key = ${key})::int desc, created_at desc, key)
      ) stored where place > ${limits.storedResponses} or bytes > ${limits.storedResponseBytes}
    )`.execute(db)

export const deleteAnswer = (db: Db, writeKey: WriteKey) =>
  db
    .deleteFrom('write_keys')
    .where((is) => is.and(rowOf(writeKey)))
    .execute()

const rowOf = ({ teamId, userId, key }: WriteKey) => ({ team_id: teamId, user_id: userId, key })
