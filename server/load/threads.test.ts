import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { endAfter, openThreads } from './threads.ts'

const program = `
  import { parentPort } from 'node:worker_threads'
  let tasks = 0
  parentPort.on('message', (task) => {
    if (task === 'work') while (true);
    if (task === 'fail') throw new Error('failed')
    parentPort.postMessage(++tasks)
  })
`
const open = () => openThreads(new URL(`data:text/javascript,${encodeURIComponent(program)}`), {})
const ask = async (worker: Worker) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  worker.postMessage('count')
  return (await once(worker, 'message')) as number[]
}

test('a released thread is reused without its former listeners', async () => {
  const { take, giveBack } = open()
  const first = take()
  const heard: number[] = []
  first.on('message', (count: number) => heard.push(count))
  expect(await ask(first)).toEqual([1])
  giveBack(first)
  const second = take()
  expect(second).toBe(first)
  expect(await ask(second)).toEqual([2])
  expect(heard).toEqual([1])
  await second.terminate()
})

test('each of two callers gets a thread of their own', async () => {
  const { take } = open()
  const both = [take(), take()]
  expect(await Promise.all(both.map(ask))).toEqual([[1], [1]])
  await Promise.all(both.map((worker) => worker.terminate()))
})

test('a thread that failed or exited while idle is not reused', async () => {
  const { take, giveBack } = open()
  const fail = (worker: Worker) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage('fail')
  }
  for (const end of [fail, (worker: Worker) => void worker.terminate()]) {
    const worker = take()
    expect(await ask(worker)).toEqual([1])
    giveBack(worker)
    const ended = new Promise((resolve) => void worker.once('exit', resolve))
    end(worker)
    await ended
    const next = take()
    expect(next).not.toBe(worker)
    await next.terminate()
  }
})

test('a thread that works too long is ended, but not a thread that is idle', async () => {
  const { take } = open()
  const [busy, waiting] = [take(), take()]
  for (const worker of [busy, waiting]) await ask(worker)
  endAfter(busy, 100_000)
  const stop = endAfter(waiting, 100_000)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  busy.postMessage('work')
  expect(await once(busy, 'exit')).toEqual([1])
  expect(await ask(waiting)).toEqual([2])
  stop()
  await waiting.terminate()
})
