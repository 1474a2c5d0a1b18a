// Runs a server that does the least work that a call needs: it runs the best single statement and sends the result.
// limit.ts starts this server with a file as its argument.
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { deserialize } from 'node:v8'
import pg from 'pg'
import { type Asked, bestStatementOf } from './best.ts'

/** `members`: the rows that each member's calls read and write, by access token. */
export type Bare = { connection: pg.PoolConfig; members: Map<string, Asked> }

const { connection, members } = deserialize(readFileSync(process.argv[2]!)) as Bare
const pool = new pg.Pool({ ...connection, max: 8 })
pool.on('connect', (client) => void client.query("set asakai.team = 'every'"))

const server = createServer((request, response) => void answer(request, response))
async function answer(request: IncomingMessage, response: ServerResponse) {
  const { name, text, values } = bestStatementOf(request.method!, request.url!)
  const asked = members.get(request.headers.authorization!.slice('Bearer '.length))!
  const given = values(asked, request.method === 'GET' ? undefined : await json(request))
  const { rows } = await pool.query<[string]>({ name, text, values: given, rowMode: 'array' })
  response.setHeader('content-type', 'application/json')
  response.end(rows[0]![0])
}
server.listen(0, '127.0.0.1', () =>
  console.log(`ready at http://127.0.0.1:${(server.address() as { port: number }).port}`),
)
