import type { ExpressionBuilder } from 'kysely'
import type { Services } from '#server/services.ts'
import { withEveryTeamTransaction, withTeamTransaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import { deleteAnswer, readAnswer, upsertAnswer } from '#server/db/write-key.ts'
import { fingerprint } from './keys.ts'
import type { Answering, Scope, StoredAnswer, WriteKey } from './scope.ts'
import { opens, resealAll, seal, unseal } from './sealed.ts'

const lifeMs = 24 * 60 * 60_000

/**
 * Returns the scope of a request with an `Idempotency-Key`.
 * @param sent the whole request, as text
 * @param answerOf the answer of the request, from what the route returns
 */
export function withWriteKey(
  { keyring, now }: Pick<Services, 'keyring' | 'now'>,
  scope: Scope,
  { key, sent, answerOf }: { key: string; sent: string; answerOf: WriteKey['answerOf'] },
): Scope & { writeKey: WriteKey } {
  const place = placeOf({ ...scope, key })
  const mark = fingerprint(Buffer.from(sent)).toString('base64')
  const writeKey: WriteKey = {
    teamId: scope.teamId,
    userId: scope.userId,
    ...(scope.writer && { writer: scope.writer }),
    key,
    at: now(),
    // The mark is sealed, too: alone it would confirm a guess at what was sent, such as a password.
    seal: (answer) => seal(keyring, place, { mark, answer }),
    unseal: async (sealed) => {
      const before = (await unseal(keyring, place, sealed)) as { mark: string; answer: StoredAnswer }
      return before.mark === mark ? before.answer : undefined
    },
    answerOf,
    stored: undefined,
  }
  return { ...scope, writeKey }
}

const placeOf = ({ teamId, userId, key }: Pick<Scope, 'teamId' | 'userId'> & { key: string }) =>
  `write_keys ${teamId} ${userId} ${key}`

/**
 * Makes a transaction lock its caller's account from the start. For work that ends access of the caller: if it took the
 * lock later, two such transactions could deadlock.
 */
export const endingOwn = <Asking extends object>(asking: Asking): Asking & { isAlone: true } => ({
  ...asking,
  isAlone: true,
})

/** For work that comes before the request's last transaction. */
export const unanswered = ({ writeKey: _writeKey, ...scope }: Scope): Scope => scope

/**
 * Makes a transaction store the answer of a request with an `Idempotency-Key`: the write and its answer are committed
 * together. Belongs to the last transaction that writes, whose result has all that the route answers.
 * @param bodyOf what the route returns, from the result of the transaction
 */
export const answering = <Member extends Partial<Pick<Scope, 'writeKey'>>>(
  { writeKey, ...member }: Member,
  bodyOf: Answering['bodyOf'] = (result) => result,
): Omit<Member, 'writeKey'> & { answer?: Answering } => ({
  ...member,
  ...(writeKey && { answer: { writeKey, bodyOf } }),
})

/**
 * Returns the answer of an earlier request with this key.
 * @throws AppError key_reused; session_ended, token_ended: while the request waited for its turn
 */
export const answerBefore = ({ database }: Pick<Services, 'database'>, writeKey: WriteKey) =>
  withTeamTransaction(database, { teamId: writeKey.teamId, writer: writeKey.writer }, (db) => readAnswer(db, writeKey))

/** Stores the answer that was sent, if its transaction has not stored the same. */
export async function keepAnswer(
  { database }: Pick<Services, 'database'>,
  writeKey: WriteKey,
  answer: StoredAnswer,
): Promise<void> {
  if (JSON.stringify(writeKey.stored) === JSON.stringify(answer)) return
  await withTeamTransaction(database, { teamId: writeKey.teamId }, (db) => upsertAnswer(db, writeKey, answer))
}

/** Forgets the answer of a request that was refused after its transaction: whoever sends it again begins anew. */
export async function forgetAnswer({ database }: Pick<Services, 'database'>, writeKey: WriteKey): Promise<void> {
  if (writeKey.stored)
    await withTeamTransaction(database, { teamId: writeKey.teamId }, (db) => deleteAnswer(db, writeKey))
}

export async function deleteOldWriteKeys({ database, now }: Services): Promise<void> {
  const before = new Date(now().getTime() - lifeMs)
  await withEveryTeamTransaction(database, (db) =>
    db.deleteFrom('write_keys').where('created_at', '<', before).execute(),
  )
}

/** Seals anew what an earlier key has sealed (SECRET_KEY_PREVIOUS), and forgets what none of the keys opens. */
export async function resealWriteKeys({ database, keyring }: Pick<Services, 'database' | 'keyring'>): Promise<void> {
  await withEveryTeamTransaction(database, async (db) => {
    const rows = await db.selectFrom('write_keys').selectAll().execute()
    for (const { team_id, user_id, key, answer } of rows) {
      const isThis = (is: ExpressionBuilder<Tables, 'write_keys'>) => is.and({ team_id, user_id, key })
      const place = placeOf({ teamId: team_id, userId: user_id, key })
      const replace = (to: string) => db.updateTable('write_keys').set({ answer: to }).where(isThis).execute()
      if (opens(keyring, answer)) await resealAll(keyring, [{ place, secret: answer, replace }])
      else await db.deleteFrom('write_keys').where(isThis).execute()
    }
  })
}
