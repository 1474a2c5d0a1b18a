import type pg from 'pg'
import type { PostgresPool } from 'kysely'
import { clusterSession, isDistributed, type Statement } from './cluster/session.ts'
import { isLostStatement, isUnanswered } from './failures.ts'
import { beginsReading } from './transaction.ts'

/** What is still to be sent on a connection, and how it is said there. */
type Session = { unsent: Statement[]; says: (statement: Statement) => Statement[] }

/** How a transaction says whose rows it sees, those of the team $1 or of `every`. */
export const seesTeam = "select set_config('asakai.team', $1, true)"

const begins = new Set(['begin', beginsReading, seesTeam])

/**
 * What Kysely is given for a pool. How a transaction begins is sent together with its first statements, since nobody needs
 * the answers to it, and so is how the one before it ended, where that only read; statements that come again have names, by
 * which PostgreSQL keeps each parsed, and after a while planned, with the connection.
 *
 * Kysely gives every connection back, whatever became of it. One that owes an answer is asked nothing more, not even to
 * roll back, and is ended: the next to have it would wait for that answer, within a transaction that is not theirs.
 *
 * The first connection finds out whether the database is a cluster, where some statements are said in another way.
 */
export function statements(pool: pg.Pool): PostgresPool & { nameNothing: () => void } {
  const names = statementNames()
  const sessions = new WeakMap<pg.PoolClient, Session>()
  let isCluster: boolean | undefined
  const connect = async () => {
    const client = await pool.connect()
    const { stream } = client.connection
    isCluster ??= await isDistributed(client).catch((error) => {
      client.release(error)
      throw error
    })
    const session = sessions.get(client) ?? {
      unsent: [],
      says: isCluster ? clusterSession(client, seesTeam) : (statement) => [statement],
    }
    sessions.set(client, session)
    const { unsent, says } = session
    let isReading = false
    let overdue: Error | undefined
    let hasFailed = false
    const send = async ({ text, values }: Statement) => {
      try {
        return await client.query(values.length > 0 ? { text, values, name: names.of(text) } : text)
      } catch (error) {
        if (isUnanswered(error)) overdue = error
        // After a failure PostgreSQL parses nothing, so what was asked beside it can miss a name that is not lost.
        if (isLostStatement(error) && !hasFailed) names.stop()
        hasFailed = true
        throw error
      }
    }
    const sendAll = async () => {
      // In one write with whatever else is asked before this process waits.
      stream.cork()
      process.nextTick(() => stream.uncork())
      return (await Promise.all(unsent.splice(0).map(send))).at(-1)
    }
    const query = async (text: string, values: unknown[]) => {
      if (overdue) throw overdue
      unsent.push(...says({ text, values }))
      if (text === beginsReading) isReading = true
      const isEnd = isReading && text === 'commit'
      // Unless somebody has the connection by then. It changed nothing, and where it is lost the pool hears of that.
      if (isEnd) setImmediate(() => unsent.at(-1)?.text === 'commit' && void sendAll().catch(() => {}))
      return isEnd || begins.has(text) ? { rows: [] } : sendAll()
    }
    // `never`: Kysely can ask with a cursor too, for streams, of which there are none.
    return { query: query as never, release: () => client.release(overdue) }
  }
  return { connect, end: () => pool.end(), options: pool.options, nameNothing: names.stop }
}

const most = 500 // names; the product has fewer, but for statements that list as many values as there are

/** What gives whole rows gives others after a migration, and PostgreSQL does not go on with what it has kept (0A000). */
const wholeRows = /^\s*select\s+(?:"?\w+"?\.)?\*|\breturning\s+(?:"?\w+"?\.)?\*/iu

/** What comes once, such as a list of a length of its own, has no name. */
function statementNames() {
  const once = new Set<string>()
  const names = new Map<string, string>()
  let room = most
  return {
    of(text: string): string | undefined {
      const name = names.get(text)
      if (name !== undefined || names.size >= room || wholeRows.test(text)) return name
      if (once.delete(text)) names.set(text, `statement_${names.size}`)
      else if (once.size < most) once.add(text)
      else once.clear()
      return names.get(text)
    },
    stop() {
      names.clear()
      room = 0
    },
  }
}
