import { type ExpressionBuilder, sql } from 'kysely'
import type { Services } from '#server/services.ts'
import { withEveryTeamTransaction, withTeamTransaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/schema/tables.ts'
import { deleteAnswer, readAnswer, upsertAnswer } from '#server/db/idempotency.ts'
import { fingerprint } from './keys/keys.ts'
import type { Answering, Scope, StoredAnswer, WriteKey } from './scope.ts'
import { canUnseal, resealAll, seal, unseal } from './keys/sealed.ts'

const lifeMs = 24 * 60 * 60_000

/**
 * Returns the scope of a request with an `Idempotency-Key`.
 * @param sent the whole request, as text
 * @param answerOf returns the response for a route's return value
 */
export function withWriteKey(
  { keyring, now }: Pick<Services, 'keyring' | 'now'>,
  scope: Scope,
  { key, sent, answerOf }: { key: string; sent: string; answerOf: WriteKey['answerOf'] },
): Scope & { writeKey: WriteKey } {
  const place = audienceOf({ ...scope, key })
  const mark = fingerprint(Buffer.from(sent)).toString('base64')
  const writeKey: WriteKey = {
    teamId: scope.teamId,
    userId: scope.userId,
    ...(scope.writer && { writer: scope.writer }),
    key,
    at: now(),
    // The fingerprint is encrypted, too: a plain fingerprint could confirm a guess at the request, such as a password.
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

const audienceOf = ({ teamId, userId, key }: Pick<Scope, 'teamId' | 'userId'> & { key: string }) =>
  `write_keys ${teamId} ${userId} ${key}`

/**
 * Makes a transaction begin with an exclusive lock on its caller's account (`for update`). Other writes begin with a
 * shared lock. Must be used if the work ends the caller's access: two such transactions with shared locks could deadlock
 * when each takes the exclusive lock.
 */
export const endingOwn = <Asking extends object>(asking: Asking): Asking & { isAlone: true } => ({
  ...asking,
  isAlone: true,
})

/**
 * Removes the idempotency key, for a transaction that is not the request's last: only the last transaction stores the
 * response.
 */
export const unanswered = ({ writeKey: _writeKey, ...scope }: Scope): Scope => scope

/**
 * Makes a transaction store the response of a request with an `Idempotency-Key`, so that the changes and the response
 * are committed together. Must be used for the last transaction that writes. Its result must contain everything that
 * the route returns.
 * @param bodyOf returns the response body for the transaction's result
 */
export const answering = <Member extends Partial<Pick<Scope, 'writeKey'>>>(
  { writeKey, ...member }: Member,
  bodyOf: Answering['bodyOf'] = (result) => result,
): Omit<Member, 'writeKey'> & { answer?: Answering } => ({
  ...member,
  ...(writeKey && { answer: { writeKey, bodyOf } }),
})

/**
 * Returns the stored response of an earlier request with this key.
 * @throws AppError key_reused; session_ended, token_ended if access ended while the request waited
 */
export const answerBefore = ({ database }: Pick<Services, 'database'>, writeKey: WriteKey) =>
  withTeamTransaction(database, { teamId: writeKey.teamId, writer: writeKey.writer }, (db) => readAnswer(db, writeKey))

/** Stores the response that was sent, unless the request's transaction has stored the same response. */
export async function saveAnswer(
  { database }: Pick<Services, 'database'>,
  writeKey: WriteKey,
  answer: StoredAnswer,
): Promise<void> {
  if (JSON.stringify(writeKey.stored) === JSON.stringify(answer)) return
  await withTeamTransaction(database, { teamId: writeKey.teamId }, (db) => upsertAnswer(db, writeKey, answer))
}

/** Deletes the response of a request that was refused after its transaction, so that a retry runs again. */
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

/**
 * Encrypts the responses of a previous key again (SECRET_KEY_PREVIOUS), and deletes responses that no key opens.
 * @param atOnce the most rows in memory at once: a response can be long
 */
export async function resealWriteKeys(
  { database, keyring }: Pick<Services, 'database' | 'keyring'>,
  atOnce = 100,
): Promise<void> {
  type Row = Pick<Tables['write_keys'], 'team_id' | 'user_id' | 'key'>
  const resealNext = (after: Row | undefined): Promise<Row | undefined> =>
    withEveryTeamTransaction(database, async (db) => {
      const isNext = after && sql<boolean>`(team_id, user_id, key) > (${after.team_id}, ${after.user_id}, ${after.key})`
      const all = db.selectFrom('write_keys').selectAll().orderBy('team_id').orderBy('user_id').orderBy('key')
      const rows = await (isNext ? all.where(isNext) : all).limit(atOnce).execute()
      for (const { team_id, user_id, key, answer } of rows) {
        const isThis = (is: ExpressionBuilder<Tables, 'write_keys'>) => is.and({ team_id, user_id, key })
        const place = audienceOf({ teamId: team_id, userId: user_id, key })
        const replace = (to: string) => db.updateTable('write_keys').set({ answer: to }).where(isThis).execute()
        if (canUnseal(keyring, answer)) await resealAll(keyring, [{ place, secret: answer, replace }])
        else await db.deleteFrom('write_keys').where(isThis).execute()
      }
      return rows.at(-1)
    })
  for (let last = await resealNext(undefined); last;) last = await resealNext(last)
}
