import { channel } from 'node:diagnostics_channel'
import { CompiledQuery, Kysely, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { Begun, Scope } from '#server/access/scope.ts'
import { databaseFailure } from './failures.ts'
import { figuresOf, keepFigures } from './figures.ts'
import { connectionsForRequests, lockPatience, type LockPatience, timeLimits } from './limits.ts'
import { seesTeam, statements } from './statements.ts'
import type { Tables } from './tables.ts'
import { beginsReading, openTransactions } from './transaction.ts'
import { workOnce } from './write-key.ts'

/** The pool. Statements do not run on it directly: row-level security shows rows only within `inTeam` and `inEveryTeam`. */
export type Database = Kysely<Tables>

/** A transaction that sees its team: the first argument of every statement. */
export type Db = Transaction<Tables>

/** JSON that PostgreSQL has already written, sent to the client as it is. */
export type JsonText = string & { readonly json: true }

/** Tells of each statement as it ends whoever listens (`server/tracing/`). */
const ended = channel('asakai.statement')

/** PostgreSQL's `date` stays the text it is: a calendar day has no instant and no zone. */
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

/** How each database is reached, for what Kysely does not offer: hearing a channel, a pool of the job queue's own. */
const connections = new WeakMap<Database, pg.PoolConfig>()
const transactions = new WeakMap<Database, ReturnType<typeof openTransactions<Tables>>>()
const namings = new WeakMap<Database, () => void>()
const locks = new WeakMap<Database, LockPatience>()
const withoutRoom = new WeakSet<Database>() // whose disk was full when they last wrote

/**
 * @param onIdleError a connection lost while nobody used it (57P01 and the like): to be logged; the pool replaces it
 * @param patience milliseconds for one statement, after which the database is away; without it, as long as it takes
 */
export function openDatabase(
  connection: pg.PoolConfig,
  onIdleError: (error: Error) => void,
  patience?: number,
): Database {
  const pool = openPool(
    { max: connectionsForRequests, pipeline: true, ...(patience ? timeLimits(patience) : {}), ...connection },
    onIdleError,
  )
  const figures = figuresOf(pool)
  const { dialect, nameNothing } = statements(pool, (statement) => {
    figures.count(statement.text, statement.milliseconds)
    if (ended.hasSubscribers) ended.publish(statement)
  })
  const config = { dialect }
  const database = new Kysely<Tables>(config)
  connections.set(database, connection)
  transactions.set(database, openTransactions(database, config))
  namings.set(database, nameNothing)
  keepFigures(database, figures)
  if (patience) locks.set(database, lockPatience())
  return database
}

/** From now on PostgreSQL keeps no statements for it. */
export const keepNoStatements = (database: Database): void => namings.get(database)?.()

/** Connections of its own to the same database; whoever opens it ends it. */
export const openPoolBeside = (database: Database, max: number, onIdleError: (error: Error) => void): pg.Pool =>
  openPool({ ...connections.get(database), max }, onIdleError)

function openPool(connection: pg.PoolConfig, onIdleError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({ connectionTimeoutMillis: 5_000, ...connection })
  pool.on('error', onIdleError)
  // A connection lost between two statements of a transaction: the next statement fails, and says so to its caller.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/**
 * Hears a channel of NOTIFY on a connection of its own, beside the pool's, until that is lost.
 * @returns `lost` settles when nothing is heard any more; `stop` ends it
 * @throws where no connection can be had
 */
export async function listen(database: Database, channel: 'asakai_changes', onMessage: (payload: string) => void) {
  const client = new pg.Client({ ...connections.get(database), keepAlive: true })
  const lost = new Promise<void>((resolve) => {
    client.once('end', resolve)
    client.once('error', () => resolve())
  })
  client.on('notification', ({ payload }) => onMessage(payload ?? ''))
  // A connection that is lost already cannot be ended in order.
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

/**
 * Runs `work` in one transaction that sees this team only, which may have begun already; one that `reads` refuses changes (25006).
 * Where the scope has a write key, once for that key: everything its caller needs afterwards has to be in what `work` gives.
 */
export function inTeam<T>(
  database: Database,
  { teamId, writeKey, begun, reads }: Pick<Scope, 'teamId' | 'writeKey' | 'begun'> & { reads?: boolean },
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const step = writeKey ? writeKey.steps++ : 0
  const whole = writeKey ? (db: Db) => workOnce(db, teamId, writeKey, step, work) : work
  return begun?.(whole) ?? seeing(database, teamId, whole, reads)
}

/**
 * Begins a transaction that sees this team, for whoever goes on in it at once: it ends with that work, or as soon as other
 * requests have their turn, so that none is held while a password is verified or a provider asked.
 * @param reads whether it refuses changes
 * @param first says what it came to, and whether anybody may go on; otherwise the transaction ends with it
 */
export function beginInTeam<T>(
  database: Database,
  { teamId, reads }: { teamId: string; reads: boolean },
  first: (db: Db) => Promise<{ came: T; mayGoOn: boolean }>,
): Promise<{ came: T; begun?: Begun }> {
  const asked = Promise.withResolvers<{ came: T; begun?: Begun }>()
  const next = Promise.withResolvers<((db: Db) => Promise<unknown>) | undefined>()
  let isOver = false
  const begun: Begun = (work) => {
    if (isOver) return undefined
    isOver = true
    next.resolve(work)
    return whole as ReturnType<typeof work> // what `work` gives is what the whole does
  }
  let answer!: { came: T; begun?: Begun }
  const begin = async (db: Db) => {
    const { came, mayGoOn } = await first(db)
    answer = { came, ...(mayGoOn && { begun }) }
    if (!mayGoOn) return undefined
    asked.resolve(answer)
    setImmediate(() => {
      isOver = true
      next.resolve(undefined)
    })
    return (await next.promise)?.(db)
  }
  const whole = seeing(database, teamId, begin, reads)
  // Where somebody may go on, it is settled by now; and of one in which nobody did, there is no more to say.
  whole.then(() => asked.resolve(answer), asked.reject)
  return asked.promise
}

/** For what happens before anybody is known (sign-in, sign-up, mailed links): every team's rows are visible. */
export function inEveryTeam<T>(database: Database, work: (db: Db) => Promise<T>): Promise<T> {
  return seeing(database, 'every', work)
}

async function seeing<T>(database: Database, team: string, work: (db: Db) => Promise<T>, reads = false): Promise<T> {
  const patience = locks.get(database)
  const most = patience?.most()
  try {
    return await transactions.get(database)!(reads ? beginsReading : 'begin', async (db) => {
      await db.executeQuery(CompiledQuery.raw(seesTeam, [team]))
      if (most) await sql`select set_config('lock_timeout', ${most}, true)`.execute(db)
      return work(db)
    })
  } catch (error) {
    patience?.learn(error)
    if (databaseFailure(error) === 'storage_full') withoutRoom.add(database)
    throw error
  }
}

/** Whether a unique constraint refused a row. */
export const isTaken = (error: unknown, constraint: string): boolean => refusedBy(error, '23505') === constraint

/** Whether a check of the database refused a change. */
export const breaksCheck = (error: unknown, constraint: string): boolean => refusedBy(error, '23514') === constraint

/** Of a cluster's node comes the message alone, with the name that the constraint has on one shard: `logins_pkey_102089`. */
function refusedBy(error: unknown, code: string): string | undefined {
  if (!(error instanceof pg.DatabaseError) || error.code !== code) return undefined
  return error.constraint ?? /constraint "(\w+?)(?:_\d+)?"/u.exec(error.message)?.[1]
}

/** Rejects where the database does not answer, or had no room left and still has none. */
export const pingDatabase = async (database: Database): Promise<void> => {
  if (!withoutRoom.has(database)) return void (await sql`select`.execute(database))
  await inEveryTeam(database, (db) =>
    sql`create temporary table room on commit drop as select repeat('x', 8000) from generate_series(1, 200)`.execute(
      db,
    ),
  )
  withoutRoom.delete(database)
}
