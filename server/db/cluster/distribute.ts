import type pg from 'pg'
import { ConfigError } from '#server/config/environment.ts'
import { countOtherConnections } from '../backup/present.ts'
import { connect } from '../driver/connect.ts'
import { migrate } from '../schema/migrate.ts'
import { lockSchema } from '../schema/apply-migrations.ts'
import { prepareNodes, stepsToCluster, runSteps } from './arrange.ts'

/**
 * Distributes the database over the nodes of its cluster, all of it or none. Already distributed tables stay unchanged.
 * @param confirm asks for confirmation after the steps have been listed
 * @throws ConfigError if this is not a cluster's coordinator, or another client is connected
 */
export async function distribute(
  connection: pg.ClientConfig,
  confirm: (question: string) => Promise<boolean>,
  say: (line: string) => void,
): Promise<void> {
  const client = await connect(connection)
  try {
    await requireNodes(client)
    await migrate(connection)
    const steps = await stepsToCluster(client)
    if (steps.length === 0) return say('All tables are distributed already.')
    for (const step of steps) say(`- ${step.say}`)
    if (!(await confirm('Distribute these tables in one transaction?'))) return say('Nothing was done.')
    await client.query('begin')
    await client.query('set local statement_timeout = 0; set local lock_timeout = 0')
    await lockSchema(client)
    const others = await countOtherConnections(client)
    if (others > 0)
      throw new ConfigError(`Stop Asakai first: the database has other connections of the same role (${others}).`)
    await prepareNodes(client)
    await runSteps(client, steps)
    await client.query('commit')
    say('The database is distributed. Asakai detects this at its next start.')
  } finally {
    await client.end()
  }
}

async function requireNodes(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ isThere: boolean }>(
    `select exists (select from pg_extension where extname = 'citus') as "isThere"`,
  )
  if (!rows[0]!.isThere)
    throw new ConfigError(
      'The database of DATABASE_URL has no extension citus: docs/operators/en-growing.md, "On a Citus cluster", says how to install it.',
    )
  const { rowCount } = await client.query(`select from pg_dist_node where noderole = 'primary' and shouldhaveshards`)
  if (!rowCount)
    throw new ConfigError(
      'The cluster has no worker node for rows yet: docs/operators/en-growing.md, "On a Citus cluster", says how to install it.',
    )
}
