// The least that a server can do: it sends the statements of a call, which are given, and answers with what the last one
// says. It knows no sessions, checks nothing and begins no transaction. Started by limit.ts, with a file as its argument.
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { deserialize } from 'node:v8'
import pg from 'pg'

export type Bare = { connection: pg.PoolConfig; calls: Record<string, { text: string; values: unknown[] }[]> }

const { connection, calls } = deserialize(readFileSync(process.argv[2]!)) as Bare
const pool = new pg.Pool({ ...connection, max: 8 })
pool.on('connect', (client) => void client.query("set asakai.team = 'every'"))

const names = new Map<string, string>()
const nameOf = (text: string) => names.get(text) ?? names.set(text, `bare_${names.size}`).get(text)!

const server = createServer((request, response) => void answer(request, response))
async function answer(request: IncomingMessage, response: ServerResponse) {
  const client = await pool.connect()
  let rows: unknown[] = []
  for (const { text, values } of calls[`${request.method} ${request.url}`]!)
    rows = (await client.query<Record<string, unknown>>({ name: nameOf(text), text, values })).rows
  client.release()
  const [row] = rows as Record<string, unknown>[]
  const [only] = rows.length === 1 && row ? Object.values(row) : []
  response.setHeader('content-type', 'application/json')
  response.end(typeof only === 'string' ? only : JSON.stringify(rows))
}
server.listen(0, '127.0.0.1', () =>
  console.log(`ready at http://127.0.0.1:${(server.address() as { port: number }).port}`),
)
