import { sql } from 'kysely'
import pg from 'pg'
import { ConfigError } from '#server/config/environment.ts'
import { isLostStatement } from './failures.ts'
import { type Database, disablePreparedStatements, openSeparatePool } from '../database.ts'

const byRole = 'set them on the role: docs/operators/en-growing.md, "A pooler in between", tells how.'

/**
 * Checks the time limits of a connection: a pooler may refuse them, or accept and then drop them.
 * @param say one line for what an operator should know
 * @throws ConfigError
 */
export async function requireLimits(database: Database, say: (line: string) => void): Promise<void> {
  try {
    const { rows } = await sql<{ most: string }>`select current_setting('statement_timeout') as most`.execute(database)
    if (rows[0]?.most === '0') say(`Time limits do not reach the database of DATABASE_URL; ${byRole}`)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
    const { code, message } = error
    if (code === '08P01')
      throw new ConfigError(`The pooler of DATABASE_URL refuses time limits (${message}); ${byRole}`)
    if (!message.includes('client_connection_check_interval')) throw error
    throw new ConfigError(
      'The database of DATABASE_URL cannot watch its connections, as on Windows: add ?options=-cclient_connection_check_interval=0 to it.',
    )
  }
}

/**
 * Turns prepared statements off if they do not survive between uses of a connection. A transaction pooler shares a
 * connection between clients, and older poolers do not track prepared statements.
 */
export async function probePreparedStatements(database: Database, say: (line: string) => void): Promise<void> {
  const pool = openSeparatePool(database, 2, () => {})
  const clients = await Promise.all([pool.connect(), pool.connect()])
  try {
    for (const client of [...clients, ...clients])
      await client.query({ name: 'asakai_probe', text: 'select $1::int', values: [1] })
  } catch (error) {
    if (!isLostStatement(error)) throw error
    disablePreparedStatements(database)
    say(
      'The pooler of DATABASE_URL does not support prepared statements, which makes Asakai slower: docs/operators/en-growing.md, "A pooler in between".',
    )
  } finally {
    for (const client of clients) client.release()
    await pool.end()
  }
}
