import { channel } from 'node:diagnostics_channel'
import { CompiledQuery, Kysely, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { Answering, Scope, Writer } from '#server/access/scope.ts'
import { openDialect } from './driver/dialect.ts'
import { databaseFailure } from './driver/failures.ts'
import { figuresOf, registerFigures } from './driver/figures.ts'
import { connectionsForRequests, lockBackoff, type LockBackoff, timeLimits } from './driver/limits.ts'
import { requireAllowed, statementsOf } from './accounts/still-allowed.ts'
import type { Tables } from './schema/tables.ts'
import { connectionShares } from './driver/connection-shares.ts'
import { beginReadOnlySql, openTransactions, setTeamSql } from './driver/transaction.ts'
import { runInTurnOf } from './driver/turns.ts'
import { storingAnswer } from './idempotency.ts'

/**
 * The pool of connections. Statements on a team's rows must run within `withTeamTransaction` or
 * `withEveryTeamTransaction`, because row-level security hides these rows from all other statements.
 */
export type Database = Kysely<Tables>

/** A transaction that sees its team: the first argument of every statement. */
export type Db = Transaction<Tables>

/** Publishes each statement as it ends, for tracing (`server/tracing/`). */
const ended = channel('asakai.statement')

/** Leaves PostgreSQL's `date` as text: a calendar day has no instant and no zone. */
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

/** The connection settings of each database, for two things that Kysely lacks: LISTEN, and the job queue's own pool. */
const connections = new WeakMap<Database, pg.PoolConfig>()
const transactions = new WeakMap<Database, ReturnType<typeof openTransactions<Tables>>>()
const namings = new WeakMap<Database, () => void>()
const locks = new WeakMap<Database, LockBackoff>()
const shares = new WeakMap<Database, ReturnType<typeof connectionShares>>()
const fullDisks = new WeakSet<Database>() // the databases whose disk was full at the last write

/**
 * Opens the connection pool.
 * @param onIdleError logs the loss of an idle connection (57P01 and the like); the pool replaces it
 * @param statementTimeoutMs milliseconds for one statement, after which the database counts as unavailable; unlimited if absent
 */
export function openDatabase(
  connection: pg.PoolConfig,
  onIdleError: (error: Error) => void,
  statementTimeoutMs?: number,
): Database {
  const pool = openPool(
    {
      max: connectionsForRequests,
      pipeline: true,
      ...(statementTimeoutMs ? timeLimits(statementTimeoutMs) : {}),
      ...connection,
    },
    onIdleError,
  )
  const turns = connectionShares(pool.options.max, pool.options.connectionTimeoutMillis)
  const figures = figuresOf(pool, turns.waiting)
  const { dialect, nameNothing } = openDialect(pool, (statement) => {
    figures.count(statement.text, statement.milliseconds)
    if (ended.hasSubscribers) ended.publish(statement)
  })
  const config = { dialect }
  const database = new Kysely<Tables>(config)
  connections.set(database, connection)
  shares.set(database, turns)
  transactions.set(database, openTransactions(database, config))
  namings.set(database, nameNothing)
  registerFigures(database, figures)
  if (statementTimeoutMs) locks.set(database, lockBackoff())
  return database
}

/** Turns prepared statements off for this database. */
export const disablePreparedStatements = (database: Database): void => namings.get(database)?.()

/** Opens a separate pool to the same database. The caller must end it. */
export const openSeparatePool = (database: Database, max: number, onIdleError: (error: Error) => void): pg.Pool =>
  openPool({ ...connections.get(database), max }, onIdleError)

function openPool(connection: pg.PoolConfig, onIdleError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({ connectionTimeoutMillis: 5_000, ...connection })
  pool.on('error', onIdleError)
  // Ignores the loss of a connection between two statements of a transaction: the next statement fails and reports the
  // loss.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/**
 * Listens to a NOTIFY channel on its own connection, outside the pool, until that connection is lost.
 * @returns `lost` settles when the connection is lost; `stop` closes it
 * @throws if the database refuses the connection
 */
export async function listen(database: Database, channel: 'asakai_changes', onMessage: (payload: string) => void) {
  const client = new pg.Client({ ...connections.get(database), keepAlive: true })
  const lost = new Promise<void>((resolve) => {
    client.once('end', resolve)
    client.once('error', () => resolve())
  })
  client.on('notification', ({ payload }) => onMessage(payload ?? ''))
  // A lost connection cannot be closed cleanly.
  const stop = () => client.end().catch(() => {})
  try {
    await client.connect()
    await client.query(`listen ${channel}`)
  } catch (error) {
    await stop()
    throw error
  }
  return { lost, stop }
}

type Asking = Pick<Scope, 'teamId' | 'clientId'> & {
  userId?: string | undefined
  sessionId?: string
  writer?: Writer | undefined
  isAlone?: boolean
  reads?: boolean
  answer?: Answering
}

/**
 * Runs `work` in one transaction that sees the rows of this team only. Warning: `work` runs again if another
 * transaction makes this one fail, so it must change only the database.
 * @param asking.userId the member who waits for a connection in turn with the other members of the team
 * @param asking.sessionId given if the member has signed in: the team then does not queue with made-up team ids
 * @param asking.clientId the browser tab that the changes are attributed to (decision 63)
 * @param asking.writer the caller of a write: the transaction holds the account, and fails if its access has ended
 * @param asking.isAlone the transaction locks the account exclusively (`endingOwn` of `server/access/idempotency.ts`)
 * @param asking.reads the transaction refuses changes (25006)
 * @param asking.answer the transaction stores the answer of the request (`answering` of `server/access/idempotency.ts`)
 */
export function withTeamTransaction<T>(
  database: Database,
  { teamId, userId, sessionId, clientId, writer, isAlone = false, reads = false, answer }: Asking,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const stored = answer ? (db: Db) => storingAnswer(db, answer, work) : work
  const first = writer && !reads ? { writer, isAlone } : undefined
  const isSignedIn = sessionId !== undefined || writer !== undefined
  const caller = { teamId, userId: userId ?? writer?.userId ?? '', isSignedIn }
  const run = () =>
    shares
      .get(database)!
      .inTurn(caller, () => transact(database, { team: teamId, reads, client: clientId, first }, stored))
  return first ? runInTurnOf(first.writer, run) : run()
}

/**
 * Runs `work` in one transaction that sees the rows of every team. Needed if the team is not known yet: at a sign-in, a
 * sign-up or a mailed link.
 */
export function withEveryTeamTransaction<T>(database: Database, work: (db: Db) => Promise<T>): Promise<T> {
  const run = () => transact(database, { team: 'every', reads: false }, work)
  return shares.get(database)!.inTurn({ teamId: 'every', userId: '', isSignedIn: false }, run)
}

/**
 * Lets `work` see the rows of every team within an open transaction of one team. Warning: no other statement of the
 * transaction may run meanwhile.
 */
export async function seeingEveryTeam<T>(db: Db, { teamId }: { teamId: string }, work: () => Promise<T>): Promise<T> {
  await db.executeQuery(CompiledQuery.raw(setTeamSql, ['every']))
  const done = await work() // an error rolls the transaction back
  await db.executeQuery(CompiledQuery.raw(setTeamSql, [teamId]))
  return done
}

type TransactionOptions = {
  team: string
  reads: boolean
  client?: string | undefined
  first?: { writer: Writer; isAlone: boolean } | undefined
}

async function transact<T>(
  database: Database,
  { team, client, reads, first }: TransactionOptions,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const backoff = locks.get(database)
  const lockTimeout = backoff?.lockTimeout(team)
  const settings = [CompiledQuery.raw(setTeamSql, [team])]
  if (client) settings.push(CompiledQuery.raw("select set_config('asakai.client', $1, true)", [client]))
  if (lockTimeout) settings.push(CompiledQuery.raw("select set_config('lock_timeout', $1, true)", [lockTimeout]))
  if (first) settings.push(...statementsOf(first.writer, first.isAlone))
  const check = (rows: readonly unknown[]) => first && requireAllowed(first.writer, rows)
  for (let attempt = 1; ; attempt += 1)
    try {
      return await transactions.get(database)!(reads ? beginReadOnlySql : 'begin', { settings, check }, work)
    } catch (error) {
      if (attempt < attemptsMost && lostToAnother(error)) continue
      backoff?.recordFailure(team, error)
      if (databaseFailure(error) === 'storage_full') fullDisks.add(database)
      throw error
    }
}

const attemptsMost = 3

/**
 * Returns true if another transaction made this transaction fail: by a deadlock (40P01), or by deleting a row that this
 * transaction refers to (23503). This transaction is rolled back. The retry sees the changes of the other transaction,
 * and answers `not_found` if necessary.
 */
const lostToAnother = (error: unknown) =>
  error instanceof pg.DatabaseError && (error.code === '40P01' || error.code === '23503')

/** Returns whether a unique constraint refused a row. */
export const isUniqueViolation = (error: unknown, constraint: string): boolean =>
  refusedBy(error, '23505') === constraint

/** Returns whether a check of the database refused a change. */
export const isCheckViolation = (error: unknown, constraint: string): boolean =>
  refusedBy(error, '23514') === constraint

/**
 * Returns the name of the violated constraint. An error from a cluster node has only a message, with the constraint's
 * name on one shard: `logins_pkey_102089`.
 */
function refusedBy(error: unknown, code: string): string | undefined {
  if (!(error instanceof pg.DatabaseError) || error.code !== code) return undefined
  return error.constraint ?? /constraint "(\w+?)(?:_\d+)?"/u.exec(error.message)?.[1]
}

/** Rejects if the database does not answer, or if its disk was full and still is. */
export const pingDatabase = async (database: Database): Promise<void> => {
  if (!fullDisks.has(database)) return void (await sql`select`.execute(database))
  await withEveryTeamTransaction(database, (db) =>
    sql`create temporary table room on commit drop as select repeat('x', 8000) from generate_series(1, 200)`.execute(
      db,
    ),
  )
  fullDisks.delete(database)
}
