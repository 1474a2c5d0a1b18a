import { PostgresDialect, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { clusterSession, isDistributed, type Statement } from '../cluster/session.ts'
import { isLostStatement } from './failures.ts'
import { preparedNames } from './prepared-names.ts'

/** A statement that was answered or has failed. `milliseconds`: the time since it was sent. */
export type EndedStatement = { text: string; milliseconds: number; error?: unknown }

/** The protocol counts parameters in 16 bits: PostgreSQL misreads a statement with more. */
const mostParameters = 65_535

/**
 * Returns Kysely's dialect for PostgreSQL over a pool of `pg`, with four additions for each statement:
 * - A repeated statement gets a name, so that PostgreSQL prepares it (`prepared-names.ts`).
 * - In a cluster, other statements may replace it (`cluster/session.ts`).
 * - `onEnd` is called with its duration.
 * - If it fails without an answer from PostgreSQL, its connection is closed: a late answer must not reach the next user
 *   of the connection.
 *
 * The pool has `pipeline: true`: `pg` sends a statement without waiting for the answers to those before it. Statements
 * of one turn of the event loop are sent in one write.
 * @returns `nameNothing` turns prepared statements off, for a pooler that loses them
 */
export function openDialect(pool: pg.Pool, onEnd: (statement: EndedStatement) => void) {
  const names = preparedNames()
  const translators = new WeakMap<pg.PoolClient, (statement: Statement) => Statement[]>()
  let isCluster: boolean | undefined

  async function connect(): Promise<PostgresPoolClient> {
    const client = await pool.connect()
    isCluster ??= await isDistributed(client).catch((error) => {
      client.release(error)
      throw error
    })
    if (isCluster && !translators.has(client)) translators.set(client, clusterSession(client))
    const translate = translators.get(client) ?? ((statement) => [statement])
    let firstFailure: unknown
    let isBroken = false

    async function query(text: string, values: readonly unknown[]) {
      if (values.length > mostParameters) throw new Error(`a statement has ${values.length} parameters`)
      const askedAt = performance.now()
      try {
        const answers = await Promise.all(translate({ text, values }).map((each) => send(client, each)))
        onEnd({ text, milliseconds: performance.now() - askedAt })
        return answers.at(-1)
      } catch (error) {
        learn(error)
        onEnd({ text, milliseconds: performance.now() - askedAt, error })
        throw error
      }
    }

    function learn(error: unknown) {
      if (!(error instanceof pg.DatabaseError)) isBroken = true
      // After a first failure, PostgreSQL refuses all later statements of the transaction. It also reports a prepared
      // statement as unknown, because it refused to prepare that statement. The first failure is the cause.
      else if (firstFailure !== undefined) error.cause = firstFailure
      else if (isLostStatement(error)) names.stop()
      firstFailure ??= error
    }

    const asKysely = query as unknown as PostgresPoolClient['query'] // Kysely's type has cursors, which we never use
    return { query: asKysely, release: () => client.release(isBroken) }
  }

  function send(client: pg.PoolClient, { text, values }: Statement) {
    // A text without values may hold several statements, which PostgreSQL cannot prepare.
    const name = values.length > 0 ? names.nameOf(text) : undefined
    holdWrites(client)
    return client.query({ text, values: values as unknown[], ...(name && { name }) })
  }

  const dialect = new PostgresDialect({ pool: { connect, end: () => pool.end(), options: pool.options } })
  return { dialect, nameNothing: names.stop }
}

function holdWrites({ connection: { stream } }: pg.PoolClient) {
  if (stream.writableCorked > 0) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}
