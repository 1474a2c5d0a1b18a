import pg from 'pg'
import { setTeamSql } from '../driver/transaction.ts'

/** An SQL statement with its values. */
export type Statement = { text: string; values: readonly unknown[] }

/**
 * The prefix of a node's notice about a change. The coordinator passes the notice on before it answers the statement.
 */
export const changeNotice = 'asakai_changes '
const announces = "select pg_notify('asakai_changes', with_origin(change)) from unnest($1::text[]) change"

/** Returns whether this database's tables are distributed over the nodes of a Citus cluster. */
export async function isDistributed(client: pg.ClientBase): Promise<boolean> {
  const { rowCount: hasCitus } = await client.query(
    `select where to_regclass('pg_catalog.pg_dist_partition') is not null and to_regclass('teams') is not null`,
  )
  if (!hasCitus) return false
  const { rowCount } = await client.query(
    `select from pg_dist_partition where logicalrelid = 'teams'::regclass and partmethod = 'h'`,
  )
  return rowCount === 1
}

/**
 * Returns the statements that restrict the nodes to a team as well. Nodes receive SET LOCAL, but not set_config. Each
 * statement must be sent alone, because a node receives the whole text of a request.
 */
export const seesOnNodes = (team: string): string[] => [
  "set local citus.propagate_set_commands = 'local'",
  `set local asakai.team = ${pg.escapeLiteral(team)}`,
]

/**
 * Prepares a connection to a cluster: the coordinator announces the changes that its nodes report, in the same
 * transaction.
 * @returns a function that returns the statements to send in place of a given one
 */
export function clusterSession(client: pg.ClientBase): (statement: Statement) => Statement[] {
  const changes = new Set<string>()
  client.on('notice', ({ message }) => {
    if (message?.startsWith(changeNotice)) changes.add(message.slice(changeNotice.length))
  })
  return (statement) => {
    const { text, values } = statement
    if (text === setTeamSql) return seesOnNodes(String(values[0])).map((text) => ({ text, values: [] }))
    if (text !== 'commit' && text !== 'rollback') return [statement]
    const changed = [...changes]
    changes.clear()
    return text === 'commit' && changed.length > 0 ? [{ text: announces, values: [changed] }, statement] : [statement]
  }
}
