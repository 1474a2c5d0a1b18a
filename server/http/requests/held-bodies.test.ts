import { randomBytes } from 'node:crypto'
import { type AddressInfo, connect, type Socket } from 'node:net'
import fastify from 'fastify'
import { v7 as newId } from 'uuid'
import { beforeAll, expect, test } from 'vitest'
import type { Claims } from '#server/access/tokens/access-token.ts'
import { writePersonalToken } from '#server/access/tokens/personal-token.ts'
import { afterwards } from '#server/testing/afterwards.ts'
import { type Member, team } from '#server/testing/team.ts'
import { boundHeldBodies } from './held-bodies.ts'

let here: Awaited<ReturnType<typeof team>>
let port: number
beforeAll(async () => {
  here = await team()
  await here.app.listen({ port: 0, host: '127.0.0.1' })
  port = (here.app.server.address() as AddressInfo).port
})

const file = `Date,Today\n${`2026-11-18,${'a'.repeat(1_500)}\n`.repeat(100)}`

/** Sends all of an import except its last byte, on its own connection. */
const hold = ({ tokens }: Member, form: Parameters<typeof holdAs>[1] = {}) => holdAs(tokens.access_token, form)

async function holdAs(token: string, { path = '/import?preview=true', chunked = false } = {}) {
  const socket = connect(port, '127.0.0.1')
  afterwards(() => socket.destroy())
  socket.on('error', () => {})
  const heard = { text: '' }
  socket.setEncoding('utf8').on('data', (text) => (heard.text += String(text)))
  const size = chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${file.length}`
  const type = path.startsWith('/import') ? 'text/csv' : 'application/json'
  const head = [`POST /api${path} HTTP/1.1`, 'Host: a', `Content-Type: ${type}`, size]
  socket.write([...head, `Authorization: Bearer ${token}`, '', ''].join('\r\n'))
  if (!chunked) socket.write(file.slice(0, -1))
  return { socket, heard }
}
const statusOf = ({ heard }: { heard: { text: string } }) => heard.text.slice(9, 12)

test.each([
  ['imports', {}],
  ['imports without a length', { chunked: true }],
  ['other bodies', { path: '/daily-reports' }],
])('the server accepts four unfinished %s of a member, and refuses the fifth', async (_what, form) => {
  const [misaki, ren] = [await here.member('佐伯'), await here.member('早川')]
  const first = await Promise.all(Array.from({ length: 12 }, () => hold(misaki, form)))
  await expect.poll(() => first.filter((one) => statusOf(one) === '429')).toHaveLength(8)
  expect(first.find((one) => statusOf(one) === '429')!.heard.text).toMatch(/retry-after: 5/iu)
  expect(first.filter((one) => one.heard.text === '')).toHaveLength(4)
  const other = await hold(ren)
  other.socket.write('\n')
  await expect.poll(() => statusOf(other)).toBe('200')
  for (const { socket } of first) socket.destroy()
  await expect.poll(async () => statusOf(await finished(misaki))).toBe('200')
})

async function finished(member: Member) {
  const one = await hold(member)
  one.socket.write('\n')
  await expect.poll(() => statusOf(one)).not.toBe('')
  return one
}

test('the server accepts a member’s next body after the previous body is complete', async () => {
  const misaki = await here.member('佐伯')
  for (let count = 0; count < 6; count += 1) expect(statusOf(await finished(misaki))).toBe('200')
})

test('the server limits the unfinished bodies of a team', async () => {
  const members = await Promise.all(Array.from({ length: 10 }, () => here.member()))
  const all: { socket: Socket; heard: { text: string } }[] = []
  for (const member of members) for (let count = 0; count < 4; count += 1) all.push(await hold(member))
  await expect.poll(() => all.filter((one) => statusOf(one) === '503')).toHaveLength(24)
  for (const { socket } of all) socket.destroy()
})

test('the limit for unfinished bodies counts a member’s session and tokens together', async () => {
  const misaki = await here.member('佐伯')
  const { token } = await tokenOf(misaki)
  const bySession = Array.from({ length: 3 }, () => hold(misaki))
  const byToken = Array.from({ length: 3 }, () => holdAs(token))
  const all = await Promise.all([...bySession, ...byToken])
  await expect.poll(() => all.filter((one) => statusOf(one) === '429')).toHaveLength(2)
  for (const { socket } of all) socket.destroy()
})

async function tokenOf(member: Member) {
  const { status, body } = await member.post('/tokens', { name: '集計', scopes: ['write'], expires_on: inAMonth() })
  expect(status).toBe(201)
  return body as { id: string; token: string }
}
const inAMonth = () => new Date(here.clock.now.getTime() + 30 * 86_400_000).toISOString().slice(0, 10)

test.each([
  ['forged tokens', async () => forged(here.teamId)],
  [
    'a revoked token',
    async (member: Member) => {
      const { id, token } = await tokenOf(member)
      expect((await member.delete(`/tokens/${id}`)).status).toBe(204)
      return token
    },
  ],
  [
    'an ended session',
    async (member: Member) => {
      expect((await member.post('/auth/logout', { refresh_token: member.tokens.refresh_token })).status).toBe(204)
      return member.tokens.access_token
    },
  ],
])('large bodies of %s are refused unread and do not count for the team’s limit', async (_who, tokenFrom) => {
  const [misaki, ren] = [await here.member('佐伯'), await here.member('早川')]
  const token = await tokenFrom(ren)
  const all = await Promise.all(Array.from({ length: 20 }, () => holdAs(token)))
  await expect.poll(() => all.filter((one) => statusOf(one) === '401')).toHaveLength(20)
  expect(all[0]!.heard.text).toMatch(/connection: close/iu)
  expect(statusOf(await finished(misaki))).toBe('200')
})

const forged = (teamId: string) => writePersonalToken({ teamId, id: newId(), secret: randomBytes(32) })

test('a member’s slow upload finishes while requests with forged tokens of other teams arrive', async () => {
  const slow = await hold(await here.member('佐伯'))
  const all = await Promise.all(Array.from({ length: 40 }, () => holdAs(forged(newId()))))
  await expect.poll(() => all.filter((one) => statusOf(one) === '401')).toHaveLength(40)
  slow.socket.write('\n')
  await expect.poll(() => statusOf(slow)).toBe('200')
})

test('a new body beyond 32 unfinished bodies ends the oldest body of the team that has the most bodies', async () => {
  const app = fastify()
  afterwards(() => app.close())
  app.addHook('onRequest', async (request) => {
    request.claims = { sub: String(request.headers['x-member']), team: String(request.headers['x-team']), sid: '' }
  })
  boundHeldBodies(app, async (claims) => ({ teamId: (claims as Claims).team, userId: (claims as Claims).sub }))
  app.post('/', async () => 'read')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address() as AddressInfo
  const begin = async (member: string, of: string) => {
    const socket = connect(address.port, '127.0.0.1')
    afterwards(() => socket.destroy())
    const heard = { text: '', isClosed: false }
    socket.setEncoding('utf8').on('data', (text) => (heard.text += String(text)))
    socket.on('close', () => (heard.isClosed = true)).on('error', () => {})
    const body = 'a'.repeat(70_000)
    const head = ['POST / HTTP/1.1', 'Host: a', 'Content-Type: text/plain', `X-Member: ${member}`, `X-Team: ${of}`]
    socket.write([...head, `Content-Length: ${body.length + 1}`, '', body].join('\r\n'))
    await new Promise((resolve) => setImmediate(resolve))
    return { heard, finish: () => socket.write('a') }
  }
  const misaki = await begin('misaki', 'small')
  const strangers = await Promise.all(Array.from({ length: 41 }, (_, at) => begin(`${at % 12}`, `${at % 3}`)))
  await expect.poll(() => strangers.filter(({ heard }) => heard.isClosed)).toHaveLength(10)
  misaki.finish()
  await expect.poll(() => misaki.heard.text).toContain('200 OK')
})
