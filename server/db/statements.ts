import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import pg from 'pg'
import { type Answer, type Asked, Batch, type Descriptions, encoded } from './batch.ts'
import { clusterSession, isDistributed, type Statement } from './cluster/session.ts'
import { isLostStatement, isUnanswered } from './failures.ts'
import { beginsReading } from './transaction.ts'

/** What is still to be sent on a connection, how it is said there, and what PostgreSQL has described of it. */
type Session = {
  unsent: Asked[]
  isDue: boolean
  says: (statement: Statement) => Statement[]
  descriptions: Descriptions
}

/** How a transaction says whose rows it sees, those of the team $1 or of `every`. */
export const seesTeam = "select set_config('asakai.team', $1, true)"

const begins = new Set(['begin', beginsReading, seesTeam])

/** Of one that has been answered, or has failed; milliseconds from when it was asked. */
export type EndedStatement = { text: string; milliseconds: number; error?: unknown }

/**
 * What Kysely asks a pool by. How a transaction begins is sent together with its first statements, since nobody needs
 * the answers to it, and so is how the one before it ended, where that only read; statements that come again have names, by
 * which PostgreSQL keeps each parsed, and after a while planned, with the connection.
 *
 * Kysely gives every connection back, whatever became of it. One that owes an answer is asked nothing more, not even to
 * roll back, and is ended: the next to have it would wait for that answer, within a transaction that is not theirs.
 *
 * The first connection finds out whether the database is a cluster, where some statements are said in another way.
 */
export function statements(
  pool: pg.Pool,
  onEnd: (statement: EndedStatement) => void,
): { dialect: Dialect; nameNothing: () => void } {
  const names = statementNames()
  const sessions = new WeakMap<pg.PoolClient, Session>()
  const releases = new WeakMap<DatabaseConnection, () => void>()
  let isCluster: boolean | undefined
  const acquireConnection = async (): Promise<DatabaseConnection> => {
    const client = await pool.connect()
    isCluster ??= await isDistributed(client).catch((error) => {
      client.release(error)
      throw error
    })
    const session: Session = sessions.get(client) ?? {
      unsent: [],
      isDue: false,
      descriptions: new Map(),
      says: isCluster ? clusterSession(client, seesTeam) : (statement) => [statement],
    }
    sessions.set(client, session)
    let isReading = false
    let overdue: Error | undefined
    let hasFailed = false
    const ask = (text: string, values: readonly unknown[]): Promise<QueryResult<unknown>> => {
      if (overdue) throw overdue
      for (const statement of session.says({ text, values }))
        session.unsent.push({
          text: statement.text,
          values: encoded(statement.values),
          name: isBatched(statement) ? names.of(statement.text) : undefined,
        })
      if (text === beginsReading) isReading = true
      const isEnd = isReading && text === 'commit'
      // Unless somebody has the connection by then. It changed nothing, and where it is lost the pool hears of that.
      if (isEnd) setImmediate(() => session.unsent.at(-1)?.text === 'commit' && send(client, session))
      if (isEnd || begins.has(text)) return nothing
      // With whatever else is asked before this process waits.
      if (!session.isDue) process.nextTick(send, client, session)
      session.isDue = true
      return new Promise((resolve, reject) => {
        session.unsent.at(-1)!.resolve = (answer) => resolve(resultOf(answer))
        for (const unsent of session.unsent) unsent.reject ??= reject
      })
    }
    const learn = (error: unknown) => {
      if (isUnanswered(error)) overdue = error
      // After a failure PostgreSQL parses nothing, so what was asked beside it can miss a name that is not lost.
      if (isLostStatement(error) && !hasFailed) names.stop()
      hasFailed = true
      if (error instanceof Error) Error.captureStackTrace(error) // which leads to who asked, not to the socket
    }
    const executeQuery = async <Row>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<Row>> => {
      const askedAt = performance.now()
      try {
        const result = await ask(text, parameters)
        onEnd({ text, milliseconds: performance.now() - askedAt })
        return result as QueryResult<Row> // as its caller knows its rows
      } catch (error) {
        learn(error)
        onEnd({ text, milliseconds: performance.now() - askedAt, error })
        throw error
      }
    }
    const connection = { executeQuery, streamQuery: unused }
    releases.set(connection, () => client.release(overdue))
    return connection
  }
  const driver: Driver = {
    init: async () => {},
    acquireConnection,
    releaseConnection: async (connection) => releases.get(connection)!(),
    destroy: () => pool.end(),
    beginTransaction: unused,
    commitTransaction: unused,
    rollbackTransaction: unused,
  }
  const dialect: Dialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driver,
    createIntrospector: (database) => new PostgresIntrospector(database),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
  return { dialect, nameNothing: names.stop }
}

/** Transactions are those of `transaction.ts`, and nothing is read by a cursor. */
function unused(): never {
  throw new Error('statements are asked in `inTeam` or `inEveryTeam`, or one by one')
}

const nothing = Promise.resolve({ rows: [] })

/**
 * What has no values may be several statements, which PostgreSQL takes only by themselves. The end of a transaction is to
 * be done whatever failed before it, and a pooler of transactions has to see it before the next one begins.
 */
const isBatched = ({ text, values }: Statement) => values.length > 0 || begins.has(text)

/** All that is still to be sent, in one write. */
function send(client: pg.PoolClient, session: Session) {
  session.isDue = false
  const { stream } = client.connection
  stream.cork()
  let together: Asked[] = []
  const sendTogether = () => {
    if (together.length > 0) client.query(new Batch(together, session.descriptions))
    together = []
  }
  for (const asked of session.unsent.splice(0)) {
    if (isBatched(asked)) together.push(asked)
    else {
      sendTogether()
      client.query(alone(asked))
    }
  }
  sendTogether()
  stream.uncork()
}

const alone = ({ text, resolve, reject }: Asked) =>
  new pg.Query(text, (error, result) => (error ? reject?.(error) : resolve?.(result)))

const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** As Kysely's own driver: the end of a transaction says which it was, since a commit after a failure is a rollback. */
function resultOf({ command, rowCount, rows }: Answer): QueryResult<unknown> {
  if (command === 'COMMIT' || command === 'ROLLBACK') return { rows: [{ command }] }
  return changing.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows }
}

const most = 500 // names; the product has fewer, but for statements that list as many values as there are

/** What gives whole rows gives others after a migration, and PostgreSQL does not go on with what it has kept (0A000). */
const wholeRows = /^\s*select\s+(?:"?\w+"?\.)?\*|\breturning\s+(?:"?\w+"?\.)?\*/iu

/** What comes once, such as a list of a length of its own, has no name. */
function statementNames() {
  const once = new Set<string>()
  const names = new Map<string, string>()
  let room = most
  return {
    of(text: string): string | undefined {
      const name = names.get(text)
      if (name !== undefined || names.size >= room || wholeRows.test(text)) return name
      if (once.delete(text)) names.set(text, `statement_${names.size}`)
      else if (once.size < most) once.add(text)
      else once.clear()
      return names.get(text)
    },
    stop() {
      names.clear()
      room = 0
    },
  }
}
