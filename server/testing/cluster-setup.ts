import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { prepareNodes, stepsToCluster, runSteps } from '#server/db/cluster/arrange.ts'
import { migrate } from '#server/db/schema/migrate.ts'
import { askNodes } from './nodes.ts'

/**
 * Does the same as `global-setup.ts`, on a Citus cluster that `tools/test/cluster-tests.mjs` has started. The template
 * database is distributed. Copying it on each node creates another cluster.
 */
export async function setup(project: TestProject) {
  const { template, workerPorts } = project.getProvidedContext()
  const ports = [template.port!, ...workerPorts!]
  const beside = { ...template, database: 'postgres' }
  const connection = { ...template, database: 'asakai' }
  await askNodes(beside, ports, ['alter database asakai with allow_connections true'])
  await migrate(connection)
  const client = new pg.Client(connection)
  await client.connect()
  await client.query('begin')
  await client.query('set local citus.shard_count = 4')
  await prepareNodes(client)
  await runSteps(client, await stepsToCluster(client))
  await client.query('commit')
  await client.end()
  await askNodes(beside, ports, closing)
}

/**
 * Prepares the template. The template must have no connections, so new connections are forbidden and Citus' daemon is
 * terminated. Turns durability off, because all data is discarded after the run.
 */
const closing = [
  'alter database asakai with allow_connections false',
  `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = 'asakai'`,
  'alter system set fsync = off',
  'alter system set full_page_writes = off',
  'select pg_reload_conf()',
]
