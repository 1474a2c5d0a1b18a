import { sql } from 'kysely'
import { ConfigError } from '#server/config/environment.ts'
import type { Database, Db } from '../database.ts'

/**
 * Returns whether PostgreSQL knows the zone. Browsers and Node have their own lists, with zones that PostgreSQL lacks.
 */
export async function knowsZone(db: Db | Database, name: string): Promise<boolean> {
  const { rows } = await sql`select from pg_timezone_names where lower(name) = lower(${name})`.execute(db)
  return rows.length > 0
}

/**
 * @throws ConfigError if PostgreSQL does not know the zone: every statement that reads the day of a new team would fail
 */
export async function requireZone(database: Database, timeZone: string): Promise<void> {
  if (!(await knowsZone(database, timeZone)))
    throw new ConfigError(`TIME_ZONE must be a zone that PostgreSQL knows, such as Asia/Tokyo; it is ${timeZone}.`)
}
