import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { v7 as newId } from 'uuid'
import { withTeamTransaction, openDatabase } from '#server/db/database.ts'
import { afterwards } from './afterwards.ts'
import { newDatabase } from './database.ts'
import type { Measured, Start } from './measured-server.ts'
import { type Member, newAddress, team } from './team.ts'

const now = new Date('2026-11-20T03:00:00Z')
const date = '2026-11-20'

export type Case = {
  what: string
  method: string
  path: string
  body?: string | Buffer | undefined
  headers?: Record<string, string>
  /** Whether the test fails if the request does not succeed. */
  mustSucceed?: boolean
}

/** Creates a team, and starts a measured server on the same database as the test's app. */
export async function measuredTeam() {
  const connection = await newDatabase('asakai')
  const database = openDatabase(connection, () => {})
  afterwards(() => database.destroy())
  const secretKey = Buffer.alloc(32, 7)
  const here = await team({ database, secretKey, now, trustProxy: true })
  const server = fork(fileURLToPath(new URL('measured-server.ts', import.meta.url)))
  afterwards(() => server.kill())
  const ended = new Promise<never>((_, reject) => {
    server.once('exit', (code) => reject(new Error(`The server has ended: ${code}`)))
  })
  const ask = <Answer>(message: Start | 'read') => {
    const answer = new Promise<Answer>((resolve) => void server.once('message', (value) => resolve(value as Answer)))
    server.send(message)
    return Promise.race([answer, ended])
  }
  const port = await ask<number>({
    config: here.config,
    secretKey: secretKey.toString('hex'),
    connection,
    now: now.toISOString(),
  })

  async function send({ what, method, path, body, headers, mustSucceed }: Case) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(60_000),
      headers: { 'x-forwarded-for': newAddress(), 'x-case': what, ...headers },
    })
    await (path.startsWith('/api/events') ? response.body?.cancel() : response.arrayBuffer())
    if (mustSucceed && !response.ok) throw new Error(`It answered ${response.status}.`)
    if (response.status >= 500) throw new Error(`It answered ${response.status}.`)
  }

  async function administrator() {
    const one = await here.member()
    await withTeamTransaction(database, { teamId: here.teamId }, (db) =>
      db.updateTable('users').set({ is_admin: true }).where('id', '=', one.user.id).execute(),
    )
    return one
  }

  /** Sends the cases one after the other. Returns the measurement. */
  async function measure(cases: Iterable<Case>): Promise<Measured> {
    await ask<Measured>('read')
    for (const each of cases)
      await send(each).catch((cause: unknown) => {
        throw new Error(`${each.method} ${each.path.slice(0, 100)}, ${each.what}: ${String(cause)}`, { cause })
      })
    return ask<Measured>('read')
  }

  return { ...here, administrator, measure }
}

/** Replaces the parameters in a path by the ids of the member's own records. */
export async function ownPath(path: string, member: Member | undefined): Promise<string> {
  const fixed = path
    .replace(':source', 'github')
    .replace(':provider', 'github')
    .replace(':date', date)
    .replace(':month', date.slice(0, 7))
    .replace(':reaction', 'thumbs_up')
  return fixed.includes(':') ? fixed.replace(/:\w+/u, (member && (await ownId(path, member))) ?? newId()) : fixed
}

async function ownId(path: string, { user, get, post }: Member): Promise<string | undefined> {
  const noun = path.split('/')[1]
  if (noun === 'users') return user.id
  if (noun === 'insights') return (await post('/insights', { type: 'keep', note: 'a' })).body.id
  if (noun === 'tokens')
    return (await post('/tokens', { name: 'a', scopes: ['read'], expires_on: '2026-12-01' })).body.id
  if (noun === 'invitations') return (await post('/invitations/', { email: `${newId()}@example.com` })).body.id
  if (noun !== 'daily-reports' && noun !== 'comments' && noun !== 'blockers') return undefined
  const words = { yesterday_work: 'a', today_plan: 'a', issues: 'a' }
  const { id } = (await post('/daily-reports', { report_date: date, ...words })).body
  if (noun === 'daily-reports') return id
  if (noun === 'comments') return (await post(`/daily-reports/${id}/comments`, { body: 'a' })).body.id
  return (await get('/blockers')).body.blockers.at(-1)?.id
}
