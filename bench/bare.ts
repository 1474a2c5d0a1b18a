// The least that a server can do: it sends the statements of a call, which are given, and answers with what the last one
// says. It knows no sessions, checks nothing and begins no transaction. Started by limit.ts, with a file as its argument.
import { readFileSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { deserialize } from 'node:v8'
import pg from 'pg'

type Statements = { text: string; values: unknown[] }[]
/** `filed`: the key of the call that files a report, and which report its statements file. */
export type Bare = {
  connection: pg.PoolConfig
  calls: Record<string, Statements>
  filed: { key: string; id: string; day: string }
}

const { connection, calls, filed } = deserialize(readFileSync(process.argv[2]!)) as Bare
const pool = new pg.Pool({ ...connection, max: 8 })
pool.on('connect', (client) => void client.query("set asakai.team = 'every'"))

const names = new Map<string, string>()
const nameOf = (text: string) => names.get(text) ?? names.set(text, `bare_${names.size}`).get(text)!

const server = createServer((request, response) => void answer(request, response))
async function answer(request: IncomingMessage, response: ServerResponse) {
  const client = await pool.connect()
  let rows: unknown[] = []
  const key = `${request.method} ${request.url}`
  const statements = key === filed.key ? await filing(calls[key]!, request) : calls[key]!
  for (const { text, values } of statements)
    rows = (await client.query<Record<string, unknown>>({ name: nameOf(text), text, values })).rows
  client.release()
  const [row] = rows as Record<string, unknown>[]
  const [only] = rows.length === 1 && row ? Object.values(row) : []
  response.setHeader('content-type', 'application/json')
  response.end(typeof only === 'string' ? only : JSON.stringify(rows))
}
/** The same of the day that is asked for. */
async function filing(statements: Statements, request: IncomingMessage): Promise<Statements> {
  const { report_date: day } = (await json(request)) as { report_date: string }
  const said = JSON.stringify(statements.map(({ values }) => values))
  const values = JSON.parse(said.replaceAll(filed.id, randomUUID()).replaceAll(filed.day, day)) as unknown[][]
  return statements.map(({ text }, nth) => ({ text, values: values[nth]! }))
}
server.listen(0, '127.0.0.1', () =>
  console.log(`ready at http://127.0.0.1:${(server.address() as { port: number }).port}`),
)
