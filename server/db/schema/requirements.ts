import type pg from 'pg'
import { ConfigError } from '#server/config/environment.ts'

const oldest = 15 // the oldest supported major version of PostgreSQL

/**
 * Checks the version, encoding and privileges at the start. Otherwise a problem would appear much later, for example as
 * broken text or a failed statement.
 * @throws ConfigError
 */
export async function requireSuitable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{
    version: string
    major: number
    encoding: string
    may_create: boolean
    may_queue: boolean
  }>(`
    select current_setting('server_version') as version, current_setting('server_version_num')::int / 10000 as major,
      current_setting('server_encoding') as encoding,
      coalesce(has_schema_privilege(current_schema(), 'create'), false) as may_create,
      has_database_privilege(current_database(), 'create') or to_regnamespace('graphile_worker') is not null as may_queue`)
  const { version, major, encoding, may_create, may_queue } = rows[0]!
  if (major < oldest) throw new ConfigError(`DATABASE_URL must be PostgreSQL ${oldest} or later; it is ${version}.`)
  if (encoding !== 'UTF8')
    throw new ConfigError(
      `The database of DATABASE_URL must have the encoding UTF8; it has ${encoding}. createdb --encoding=UTF8 --template=template0 creates one.`,
    )
  if (!may_create)
    throw new ConfigError('The role of DATABASE_URL must own its database: it has no privilege to create tables there.')
  // The job queue has a schema of its own.
  if (!may_queue)
    throw new ConfigError(
      'The role of DATABASE_URL must own its database: it has no privilege to create schemas there.',
    )
}
