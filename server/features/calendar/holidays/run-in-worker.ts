import pLimit from 'p-limit'
import { openThreads } from '#server/load/threads.ts'
import type { Tasks } from './reader.ts'

/**
 * The time after which a task is ended. It is much longer than needed: a file of 512 KiB takes well under a second, and
 * a country's rules a quarter of a second.
 */
const mostMs = 5_000
const threads = openThreads(new URL('./reader.ts', import.meta.url), {
  // The rules of all countries take 50 MB.
  resourceLimits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 },
  env: {},
  execArgv: [],
})
const atOnce = pLimit(2)

/** The error of a task that took too long or too much memory. */
export class ReadingEnded extends Error {}

/**
 * Runs a task in a worker thread. Parsing a file, or loading the rules of all countries, would block the event loop for
 * more than 50 ms (E6.01). The thread ends a few seconds later and frees its memory.
 * @throws ReadingEnded
 */
export const runInWorker = <Name extends keyof Tasks>(task: Name, asked: Tasks[Name]['asked']) =>
  atOnce(
    () =>
      new Promise<Tasks[Name]['answer']>((resolve, reject) => {
        const worker = threads.take()
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
        worker.postMessage({ task, asked })
        const timer = setTimeout(() => void worker.terminate(), mostMs)
        worker.once('message', (answer: Tasks[Name]['answer']) => {
          clearTimeout(timer)
          threads.giveBack(worker)
          resolve(answer)
        })
        worker.once('error', (cause: NodeJS.ErrnoException) =>
          reject(cause.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new ReadingEnded('Out of memory', { cause }) : cause),
        )
        worker.once('exit', () => {
          clearTimeout(timer)
          reject(new ReadingEnded('Out of time'))
        })
      }),
  )
