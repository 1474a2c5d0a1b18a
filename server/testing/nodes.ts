import pg from 'pg'

/**
 * Runs statements as superuser on each node of a cluster. @param ports the ports of the nodes, the coordinator's first
 */
export async function askNodes(
  connection: pg.ClientConfig,
  ports: (number | undefined)[],
  statements: string[],
): Promise<void> {
  for (const port of ports) {
    const client = new pg.Client({ ...connection, port, user: 'postgres' })
    await client.connect()
    for (const statement of statements) await client.query(statement)
    await client.end()
  }
}

/** Joins nodes with a database of the same name to a cluster. The data stays on the coordinator. */
export async function joinNodes(connection: pg.ClientConfig, ports: number[]): Promise<void> {
  const [coordinator, ...workers] = ports
  await askNodes(connection, ports, ['create extension citus'])
  await askNodes(
    connection,
    [coordinator!],
    [
      `select citus_set_coordinator_host('127.0.0.1', ${coordinator})`,
      ...workers.map((port) => `select citus_add_node('127.0.0.1', ${port})`),
    ],
  )
}
