import { type Database, openSeparatePool } from '../database.ts'

const lookEvery = 10_000 // milliseconds

/**
 * Runs the work while no other server runs it. A separate transaction holds the lock, because a pooler keeps a
 * transaction on one connection.
 * @param work must end when its signal aborts: the lock was lost, or this server stops
 * @returns false if another server has the lock
 */
export async function withLeaderLock(
  database: Database,
  name: string,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<boolean> {
  const lost = new AbortController()
  const pool = openSeparatePool(database, 1, () => lost.abort())
  const client = await pool.connect().catch(async (error: unknown) => {
    await pool.end()
    throw error
  })
  client.on('error', () => lost.abort())
  client.on('end', () => lost.abort())
  const looking = setInterval(() => void client.query('select').catch(() => lost.abort()), lookEvery)
  try {
    await client.query('begin')
    await client.query(`select set_config(name, '0', true) from pg_settings
      where name in ('idle_in_transaction_session_timeout', 'transaction_timeout')`)
    const { rows } = await client.query<{ ours: boolean }>(
      'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as ours',
      [`asakai ${name}`],
    )
    if (!rows[0]?.ours) return false
    await work(AbortSignal.any([signal, lost.signal]))
    return true
  } finally {
    clearInterval(looking)
    client.release(true)
    await pool.end()
  }
}
