// Opens the event streams of 5,000 members of one team. Measures how long it takes until all of them are open, and the
// memory of the server. Then measures how long another call waits while a member changes their profile or signs out. Run
// with: node bench/streams.ts [streams]
import { Agent, get } from 'node:http'
import { v7 as newId } from 'uuid'
import { signAccessToken } from '../server/access/tokens/access-token.ts'
import { deriveKey } from '../server/access/keys/keys.ts'
import { readConfig } from '../server/config/config.ts'
import { type Db, withTeamTransaction, openDatabase } from '../server/db/database.ts'
import { startNewDatabase } from '../server/testing/embedded-database.ts'
import { figure } from './figure.ts'
import { memoryOf } from './load.ts'
import { startServer, stopServer, urlOf } from './server.ts'

const count = Number(process.argv[2] ?? 5_000)
const mostResident = 400 // megabytes
const rounds = 5

const { connection, folder, stop } = await startNewDatabase('asakai-streams-')
const { secretKey } = readConfig({ DATA_DIR: folder })
const people = await members()
const server = await startServer({
  DATABASE_URL: urlOf(connection),
  SECRET_KEY: secretKey.toString(),
  PORT: '0',
})

const agent = new Agent({ maxSockets: Infinity })
let [ended, changes] = [0, 0]
const startedAt = performance.now()
await Promise.all(people.slice(2).map(({ token }) => listen(token)))
console.log(`${count} streams open after ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`)

const resident = memoryOf(server.process.pid!)
figure({
  name: `memory of a server with ${count} open streams`,
  goal: `under ${mostResident} MB`,
  value: `${resident.toFixed(0)} MB`,
  holds: resident < mostResident,
})

const [asking, changing] = [people[0]!, people[1]!]
const waits = { 'nothing changes': [], 'a profile changes': [], 'somebody signs out': [] } as Record<string, number[]>
for (let round = 0; round < rounds; round++) {
  waits['nothing changes']!.push(await slowestDuring(async () => undefined))
  waits['a profile changes']!.push(
    await slowestDuring(() =>
      call('PATCH', '/users/me/profile', changing.token, profile(changing.sub, `名前${round}`)),
    ),
  )
  const leaving = people[2 + round]!
  waits['somebody signs out']!.push(
    await slowestDuring(() => call('DELETE', `/sessions/${leaving.sid}`, leaving.token)),
  )
}
for (const [what, values] of Object.entries(waits))
  console.log(`${what}: another call waits at most ${values.map((value) => value.toFixed(0)).join(', ')} ms`)
console.log(`${ended} streams ended meanwhile, ${changes} changes told`)

agent.destroy()
await stopServer(server)
await stop()
process.exit()

async function members() {
  const database = openDatabase(connection, () => {})
  const teamId = newId()
  await database.insertInto('teams').values({ id: teamId, name: '開発チーム', time_zone: 'Asia/Tokyo' }).execute()
  const people = Array.from({ length: count + 2 }, () => ({ sub: newId(), sid: newId(), team: teamId }))
  await withTeamTransaction(database, { teamId }, (db) => insert(db, people))
  await database.destroy()
  const key = deriveKey(secretKey, 'access token')
  return Promise.all(
    people.map(async (claims) => Object.assign(claims, { token: await signAccessToken(key, claims, new Date()) })),
  )
}

async function insert(db: Db, people: { sub: string; sid: string; team: string }[]) {
  const users = people.map(({ sub, team }) => ({
    team_id: team,
    id: sub,
    first_name: '直樹',
    family_name: '早川',
    preferred_name: '',
    email: `${sub}@example.com`,
    email_key: `${sub}@example.com`,
  }))
  const sessions = people.map(({ sub, sid, team }) => ({
    team_id: team,
    id: sid,
    user_id: sub,
    refresh_hash: Buffer.alloc(32),
    signed_in_at: new Date(),
    used_at: new Date(),
  }))
  await db.insertInto('users').values(users).execute()
  await db.insertInto('sessions').values(sessions).execute()
}

function profile(sub: string, preferred_name: string) {
  return { first_name: '直樹', family_name: '早川', preferred_name, email: `${sub}@example.com` }
}

/** Opens an event stream, and resolves with its first heartbeat. Reconnects like a browser if the server rejects it. */
function listen(token: string): Promise<void> {
  return new Promise((resolve) => {
    const again = () => setTimeout(() => void listen(token).then(resolve), 1_000)
    const request = get(
      `${server.address}/api/events`,
      { agent, headers: { authorization: `Bearer ${token}` } },
      (answer) => {
        if (answer.statusCode !== 200) return void answer.resume().on('end', again)
        answer.once('data', () => resolve())
        answer.on('data', (text: Buffer) => {
          if (text.includes('change')) changes++
        })
        answer.on('end', () => ended++)
        answer.on('error', () => {}) // `agent.destroy` ends the stream with an error
        return undefined
      },
    )
    request.on('error', again)
  })
}

/**
 * Makes one call after another during `change` and for a second afterwards. @returns milliseconds of the slowest
 * response
 */
async function slowestDuring(change: () => Promise<unknown>): Promise<number> {
  let slowest = 0
  const changed = change()
  const until = performance.now() + 1_000
  while (performance.now() < until) {
    const asked = performance.now()
    await call('GET', '/users/me', asking.token)
    slowest = Math.max(slowest, performance.now() - asked)
  }
  await changed
  return slowest
}

async function call(method: string, path: string, token: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(`${server.address}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return answer.text()
}
