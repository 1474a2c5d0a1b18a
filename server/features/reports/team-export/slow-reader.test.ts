import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memberScope } from '#server/access/membership.ts'
import { streamExport } from './operations.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

const scope = memberScope({ teamId: crypto.randomUUID(), userId: crypto.randomUUID() })
const kilobytes = 1024
async function* endless() {
  for (;;) yield Buffer.alloc(16 * kilobytes)
}
const minute = () => void vi.advanceTimersByTime(60_000)

test('ends an export that its client reads more slowly than 64 KB a minute, and lets the member export again', async () => {
  const slow = [1, 2, 3, 4].map(() => streamExport(scope, endless()).on('error', () => {}))
  expect(() => streamExport(scope, endless())).toThrow(expect.objectContaining({ code: 'too_many_attempts' }))
  minute()
  await expect.poll(() => slow.every(({ closed }) => closed)).toBe(true)
  expect(slow[0]!.errored).toMatchObject({ code: 'busy' })
  const next = streamExport(scope, endless())
  next.destroy()
})

test('continues an export as long as its client reads 64 KB in each minute', async () => {
  const stream = streamExport(scope, endless()).on('error', () => {})
  const pieces = stream[Symbol.asyncIterator]()
  for (let count = 0; count < 3; count += 1) {
    for (let read = 0; read < 8; read += 1) await pieces.next()
    minute()
    expect(stream.destroyed).toBe(false)
  }
  stream.destroy()
})
