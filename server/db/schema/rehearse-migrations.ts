import type pg from 'pg'
import { onEveryNode } from '../cluster/arrange.ts'
import { connect } from '../driver/connect.ts'
import { databaseFailure, isLockedOut } from '../driver/failures.ts'
import {
  applyMigrations,
  lockSchema,
  type Migration,
  readApplied,
  readMigrations,
  requireUnchanged,
} from './apply-migrations.ts'
import { requireSuitable } from './requirements.ts'

/** A rehearsal must block others for less time than the migration itself. */
const lockMost = '500ms'
const statementMost = '1s'

/** A table that is locked against writes, and whether it can still be read. */
export type Lock = { table: string; isRead: boolean }
export type Rehearsed = { name: string; locks: Lock[]; seconds: number }

/**
 * Runs the pending migrations in a transaction that is rolled back, and reads their locks. Only a run on the real rows
 * shows the locks. Each lock lasts until the last migration, because all of them share one transaction.
 * @returns the pending migrations, the result of the rehearsal, and the migrations that this version does not know
 * @throws ConfigError if this PostgreSQL cannot be used, or if an applied migration was changed since
 */
export async function rehearse(connection: pg.ClientConfig) {
  const client = await connect(connection)
  try {
    await requireSuitable(client)
    const migrations = await readMigrations()
    const applied = await readApplied(client)
    requireUnchanged(migrations, applied)
    const pending = migrations.filter(({ name }) => !applied.has(name))
    const newer = [...applied.keys()].filter((name) => migrations.every((each) => each.name !== name))
    const isEmpty = applied.size === 0
    const names = pending.map(({ name }) => name)
    if (isEmpty || pending.length === 0) return { pending: names, newer, isEmpty, rehearsed: [] }
    return { pending: names, newer, isEmpty, rehearsed: await tryOut(client, pending) }
  } finally {
    await client.end()
  }
}

async function tryOut(client: pg.Client, pending: Migration[]): Promise<Rehearsed[] | 'late' | 'in use'> {
  await client.query('begin')
  try {
    await client.query(`set local statement_timeout = '${statementMost}'; set local lock_timeout = '${lockMost}'`)
    await lockSchema(client)
    const { rows } = await client.query<{ oid: number }>(`
      select oid from pg_class where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace and relname <> 'migrations'`)
    const tables = rows.map(({ oid }) => oid)
    const begun: { name: string; locks: Lock[]; at: number }[] = []
    await onEveryNode(client, async () => {
      for (const migration of pending) {
        const at = performance.now()
        await applyMigrations(client, [migration])
        const known = new Set(begun.flatMap(({ locks }) => locks.map(keyOf)))
        const locks = (await locksOn(client, tables)).filter((lock) => !known.has(keyOf(lock)))
        begun.push({ name: migration.name, locks, at })
      }
    })
    const end = performance.now()
    return begun.map(({ name, locks, at }) => ({ name, locks, seconds: (end - at) / 1_000 }))
  } catch (error) {
    if (isLockedOut(error)) return 'in use'
    if (databaseFailure((error as Error).cause) === 'busy') return 'late'
    throw error
  } finally {
    await client.query('rollback')
  }
}

const keyOf = ({ table, isRead }: Lock) => `${table} ${isRead}`

/**
 * Returns the locks of this transaction on these tables. Each lock blocks writes by others, and some also block reads.
 */
async function locksOn(client: pg.Client, tables: number[]): Promise<Lock[]> {
  const { rows } = await client.query<Lock>(
    `select relation::regclass::text as table, not bool_or(mode = 'AccessExclusiveLock') as "isRead"
     from pg_locks
     where pid = pg_backend_pid() and relation = any ($1::oid[])
       and mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
     group by relation order by 1`,
    [tables],
  )
  return rows
}
