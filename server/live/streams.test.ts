import { text } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openStreams, writeToStream } from './streams.ts'

const change = 'event: change\ndata: {"kind":"report"}\n\n'

test('a member has at most twenty event streams, even if nobody reads them', async () => {
  const streams = openStreams()
  const added = Array.from({ length: 200 }, () => {
    const stream = streams.add('misaki')
    writeToStream(stream, change)
    return stream
  })
  await setImmediate()
  const open = added.filter((stream) => !stream.destroyed && !stream.writableEnded)
  expect(open).toEqual(added.slice(-20))
})

test('the client of the oldest event stream learns why its stream ends', async () => {
  const streams = openStreams()
  const oldest = streams.add('misaki')
  let read = ''
  oldest.setEncoding('utf8').on('data', (text: string) => (read += text))
  writeToStream(oldest, change)
  await setImmediate()
  for (let count = 0; count < 20; count += 1) streams.add('misaki')
  streams.add('ren')
  await finished(oldest)
  expect(read).toBe(`${change}event: end\ndata: {"reason":"too_many_streams"}\n\n`)
})

test('an event stream whose response has not begun ends without an error', async () => {
  const streams = openStreams()
  const added = Array.from({ length: 22 }, () => {
    const stream = streams.add('misaki')
    writeToStream(stream, change)
    return stream
  })
  const texts = await Promise.all(added.slice(0, 2).map((stream) => text(stream)))
  const all = `${change}event: end\ndata: {"reason":"too_many_streams"}\n\n`
  expect(texts).toEqual([all, all])
})

test('an event stream closes if its client does not read fast enough', () => {
  const stream = openStreams().add('misaki')
  for (let count = 0; count < 5_000; count += 1) writeToStream(stream, change)
  expect(stream.destroyed).toBe(true)
  expect(stream.readableLength + stream.writableLength).toBeLessThanOrEqual(64 * 1024)
})
