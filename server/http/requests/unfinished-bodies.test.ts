import { randomBytes } from 'node:crypto'
import { type AddressInfo, connect } from 'node:net'
import { v7 as newId } from 'uuid'
import { beforeAll, expect, test } from 'vitest'
import { writePersonalToken } from '#server/access/tokens/personal-token.ts'
import { afterwards } from '#server/testing/afterwards.ts'
import { newAddress, startOwnApp, team } from '#server/testing/team.ts'

let here: Awaited<ReturnType<typeof team>>
let port: number
beforeAll(async () => {
  here = await team({ trustProxy: true })
  await here.app.listen({ port: 0, host: '127.0.0.1' })
  port = (here.app.server.address() as AddressInfo).port
})

type Form = { at?: number; path?: string; length?: number | 'chunked'; address?: string; type?: string; token?: string }

/** Begins a request on its own connection, and does not send its body. */
function begin({
  at = port,
  path = '/auth/password-reset',
  length = 500_000,
  address = '10.1.1.1',
  type,
  token,
}: Form = {}) {
  const socket = connect(at, '127.0.0.1')
  afterwards(() => socket.destroy())
  const state = { text: '', isClosed: false }
  socket.setEncoding('utf8').on('data', (text) => (state.text += String(text)))
  socket.on('close', () => (state.isClosed = true)).on('error', () => {})
  const size = length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`
  const head = [`POST /api${path} HTTP/1.1`, 'Host: a', `Content-Type: ${type ?? 'application/json'}`, size]
  if (token) head.push(`Authorization: Bearer ${token}`)
  socket.write([...head, `X-Forwarded-For: ${address}`, '', ''].join('\r\n'))
  return { socket, state }
}
const closedOf = (all: ReturnType<typeof begin>[]) => all.filter(({ state }) => state.isClosed).length

const held = 67 // bodies of 500,000 bytes in 32 MiB

test.each([
  ['a public call', {}],
  ['a public call, without a length', { length: 'chunked' as const, most: 64 }],
  ['a call that Slack signs', { path: '/slack/requests' }],
  ['an unknown address', { path: '/nothing' }],
  ['a file of the browser part', { path: '/../index.html' }],
])(
  'the server keeps at most 32 MiB of strangers’ unfinished bodies to %s',
  async (_where, { most = held, ...form }: Form & { most?: number }) => {
    const all = Array.from({ length: most + 10 }, () => begin(form))
    await expect.poll(() => closedOf(all)).toBe(10)
    for (const { socket } of all) socket.destroy()
  },
)

test('the server keeps at most 32 MiB of small bodies that wait for their token check', async () => {
  const token = writePersonalToken({ teamId: newId(), id: newId(), secret: randomBytes(32) }) // forged
  const all = Array.from({ length: 530 }, () => begin({ path: '/daily-reports', length: 65_000, token }))
  await expect.poll(() => closedOf(all)).toBe(530 - 516)
  for (const { socket } of all) socket.destroy()
})

test('the server ends the largest bodies of the busiest network, so that others can finish', async () => {
  const body = JSON.stringify({ email: 'misaki@example.com' })
  const [near, far] = [begin({ length: body.length }), begin({ length: 400_000, address: newAddress() })]
  const all = Array.from({ length: 300 }, () => begin())
  await expect.poll(() => closedOf(all)).toBeGreaterThan(230)
  near.socket.write(body)
  await expect.poll(() => near.state.text).toMatch(/^HTTP\/1.1 20/u)
  far.socket.write(JSON.stringify({ email: 'ren@example.com' }).padEnd(400_000))
  await expect.poll(() => far.state.text).toMatch(/^HTTP\/1.1 20/u)
  for (const { socket } of [near, far, ...all]) socket.destroy()
})

test('bodies that are complete or whose connection closed no longer count for the limit', async () => {
  const open = () => new Promise<number>((resolve) => here.app.server.getConnections((_, count) => resolve(count)))
  await expect.poll(open).toBe(0)
  const body = JSON.stringify({ email: 'misaki@example.com' }).padEnd(500_000)
  const complete = Array.from({ length: 5 }, () => begin())
  for (const { socket } of complete) socket.write(body)
  await expect.poll(() => complete.every(({ state }) => state.text.startsWith('HTTP/1.1 20'))).toBe(true)
  const closed = Array.from({ length: 5 }, () => begin())
  await expect.poll(open).toBeGreaterThanOrEqual(10)
  for (const { socket } of closed) socket.destroy()
  await expect.poll(open).toBe(5)
  const others = Array.from({ length: held + 1 }, () => begin())
  await expect.poll(() => closedOf(others)).toBe(1)
  expect(closedOf(complete)).toBe(0)
  for (const { socket } of [...complete, ...others]) socket.destroy()
})

test('the server joins the tiny parts of a body to save memory', async () => {
  const { app } = await startOwnApp()
  const parts: number[] = []
  app.addContentTypeParser('text/parts', (_request, payload, done) => {
    payload.on('data', (part: Buffer) => parts.push(part.length)).on('end', () => done(null, parts))
  })
  app.post('/api/parts', async () => 'read')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const at = (app.server.address() as AddressInfo).port
  const { socket, state } = begin({ at, path: '/parts', length: 'chunked', type: 'text/parts' })
  socket.write('1\r\na\r\n'.repeat(40_000))
  socket.write('0\r\n\r\n')
  await expect.poll(() => state.text).toContain('200 OK')
  expect(parts).toEqual([16_384, 16_384, 40_000 - 2 * 16_384])
})

test.each(['/auth/password-reset', '/import'])(
  'the server closes the connection of a body of more than 40,000 parts to %s',
  async (path) => {
    const { tokens } = await here.member()
    const form = { path, length: 'chunked' as const, type: path === '/import' ? 'text/csv' : 'application/json' }
    const { socket, state } = begin({ ...form, token: tokens.access_token })
    socket.write('1\r\na\r\n'.repeat(40_001))
    await expect.poll(() => state.isClosed).toBe(true)
  },
)

test.each([
  ['without a token', { path: '/daily-reports' }, '401'],
  ['with a forged token', { path: '/daily-reports', token: 'a.b.c' }, '401'],
  ['of a type that nobody reads', { type: 'text/plain' }, '415'],
  ['that is too long', { length: 50_000_000 }, '413'],
])(
  'the server closes the connection of a refused body %s, and does not read the rest',
  async (_, form: Form, status) => {
    const { socket, state } = begin(form)
    socket.write('x'.repeat(1_000))
    await expect.poll(() => [state.text.slice(9, 12), state.isClosed]).toEqual([status, true])
  },
)

test('the connection of a refused short body stays open', async () => {
  const { socket, state } = begin({ path: '/daily-reports', length: 2 })
  socket.write('{}')
  await expect.poll(() => state.text.slice(9, 12)).toBe('401')
  expect(state.text).toMatch(/connection: keep-alive/iu)
})
