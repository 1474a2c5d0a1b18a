import { fastify } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memberScope } from '#server/access/membership.ts'
import { streamExport } from './operations.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const anyScope = () => memberScope({ teamId: crypto.randomUUID(), userId: crypto.randomUUID() })
const scope = anyScope()
const kilobytes = 1024
async function* endless() {
  for (;;) yield Buffer.alloc(16 * kilobytes)
}
const minute = () => void vi.advanceTimersByTime(60_000)

test('the server ends an export that the client reads more slowly than 64 KB a minute', async () => {
  const slow = [1, 2, 3, 4].map(() => streamExport(scope, endless()).on('error', () => {}))
  expect(() => streamExport(scope, endless())).toThrow(expect.objectContaining({ code: 'too_many_attempts' }))
  minute()
  await expect.poll(() => slow.every(({ closed }) => closed)).toBe(true)
  expect(slow[0]!.errored).toMatchObject({ code: 'busy' })
  const next = streamExport(scope, endless())
  next.destroy()
  await expect.poll(() => next.closed).toBe(true)
})

test('an export continues as long as the client reads 64 KB in each minute', async () => {
  const stream = streamExport(scope, endless()).on('error', () => {})
  const pieces = stream[Symbol.asyncIterator]()
  for (let count = 0; count < 3; count += 1) {
    for (let read = 0; read < 8; read += 1) await pieces.next()
    minute()
    expect(stream.destroyed).toBe(false)
  }
  stream.destroy()
  await expect.poll(() => stream.closed).toBe(true)
})

test('a 33rd export ends an export that its client has not read for five seconds', async () => {
  const streams = Array.from({ length: 32 }, () => streamExport(anyScope(), endless()).on('error', () => {}))
  const readers = streams.map((stream) => stream[Symbol.asyncIterator]())
  for (const reader of readers) await reader.next()
  const next = () => streamExport(anyScope(), endless()).on('error', () => {})
  vi.advanceTimersByTime(4_900)
  expect(next).toThrow(expect.objectContaining({ code: 'busy', retryAfter: 5 }))
  for (const reader of readers.slice(1)) await reader.next()
  vi.advanceTimersByTime(200)
  streams.push(next())
  await expect.poll(() => streams[0]!.closed).toBe(true)
  expect(streams.map(({ errored }) => errored !== null)).toEqual([true, ...Array<boolean>(32).fill(false)])
  for (const stream of streams) stream.destroy()
})

test('ending an export breaks the transfer, so that no client takes a part for the whole', async () => {
  const next = Promise.withResolvers<void>()
  async function* withPause() {
    yield 'the beginning'
    await next.promise
    yield 'the rest'
  }
  const server = fastify()
  server.get('/', (_request, reply) => reply.send(streamExport(anyScope(), withPause())))
  const response = await fetch(await server.listen({ port: 0 }))
  const reader = response.body!.getReader()
  expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe('the beginning')
  minute()
  next.resolve()
  await expect(reader.read()).rejects.toThrow('terminated')
  await server.close()
})
