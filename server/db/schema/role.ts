import { sql } from 'kysely'
import type { Database } from '../database.ts'

/**
 * Returns whether row-level security does not bind the role, which is then a superuser or has BYPASSRLS. Only the
 * statements then keep teams apart.
 */
export async function isRoleExempt(database: Database): Promise<boolean> {
  const { rows } = await sql<{ exempt: boolean }>`
    select rolsuper or rolbypassrls as exempt from pg_roles where rolname = current_user`.execute(database)
  return rows[0]?.exempt ?? false
}

export async function warnOfExemptRole(database: Database, say: (line: string) => void): Promise<void> {
  if (await isRoleExempt(database))
    say(
      'Row-level security does not apply to the role of DATABASE_URL. An ordinary role that owns the database is safer.',
    )
}
