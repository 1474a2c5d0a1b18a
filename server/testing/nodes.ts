import pg from 'pg'

/** Asks each of a cluster's nodes, as its superuser. @param ports of the coordinator, then of the others */
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

/** Makes nodes that have a database each, of the same name, a cluster. What the coordinator's holds stays there. */
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
