import { type AddressInfo, connect, type Socket } from 'node:net'
import fastify from 'fastify'
import { beforeAll, expect, test } from 'vitest'
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

/** Sends an import without its last byte, on a separate connection. */
async function hold({ tokens }: Member, { path = '/import?preview=true', chunked = false } = {}) {
  const socket = connect(port, '127.0.0.1')
  afterwards(() => socket.destroy())
  socket.on('error', () => {})
  const heard = { text: '' }
  socket.setEncoding('utf8').on('data', (text) => (heard.text += String(text)))
  const size = chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${file.length}`
  const type = path.startsWith('/import') ? 'text/csv' : 'application/json'
  const head = [`POST /api${path} HTTP/1.1`, 'Host: a', `Content-Type: ${type}`, size]
  socket.write([...head, `Authorization: Bearer ${tokens.access_token}`, '', ''].join('\r\n'))
  if (!chunked) socket.write(file.slice(0, -1))
  return { socket, heard }
}
const statusOf = ({ heard }: { heard: { text: string } }) => heard.text.slice(9, 12)

test.each([
  ['imports', {}],
  ['imports without a length', { chunked: true }],
  ['other bodies', { path: '/daily-reports' }],
])('reads four unfinished %s of a member at once, and refuses the fifth', async (_what, form) => {
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

test('reads a member’s next body after the previous one is complete', async () => {
  const misaki = await here.member('佐伯')
  for (let count = 0; count < 6; count += 1) expect(statusOf(await finished(misaki))).toBe('200')
})

test('limits the unfinished bodies of a team', async () => {
  const members = await Promise.all(Array.from({ length: 10 }, () => here.member()))
  const all: { socket: Socket; heard: { text: string } }[] = []
  for (const member of members) for (let count = 0; count < 4; count += 1) all.push(await hold(member))
  await expect.poll(() => all.filter((one) => statusOf(one) === '503')).toHaveLength(24)
  for (const { socket } of all) socket.destroy()
})

test('ends the oldest of 32 unfinished bodies for a new one, so that strangers cannot block others', async () => {
  const app = fastify()
  afterwards(() => app.close())
  app.addHook('onRequest', async (request) => {
    const member = String(request.headers['x-member'])
    request.claims = { sub: member, team: `team of ${member}`, sid: '' }
  })
  boundHeldBodies(app)
  app.post('/', async () => 'read')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address() as AddressInfo
  const begin = async (member: string) => {
    const socket = connect(address.port, '127.0.0.1')
    afterwards(() => socket.destroy())
    const heard = { text: '', isClosed: false }
    socket.setEncoding('utf8').on('data', (text) => (heard.text += String(text)))
    socket.on('close', () => (heard.isClosed = true)).on('error', () => {})
    const body = 'a'.repeat(70_000)
    const head = ['POST / HTTP/1.1', 'Host: a', 'Content-Type: text/plain', `X-Member: ${member}`]
    socket.write([...head, `Content-Length: ${body.length + 1}`, '', body].join('\r\n'))
    await new Promise((resolve) => setImmediate(resolve))
    return { heard, finish: () => socket.write('a') }
  }
  const stranger = await Promise.all(Array.from({ length: 40 }, (_, count) => begin(`${count % 10}`)))
  await expect.poll(() => stranger.filter(({ heard }) => heard.isClosed)).toHaveLength(8)
  const misaki = await begin('misaki')
  misaki.finish()
  await expect.poll(() => misaki.heard.text).toContain('200 OK')
})
