import { Worker, type WorkerOptions } from 'node:worker_threads'

/** Milliseconds for which a thread waits for its next task. */
const idleMs = 5_000

/**
 * Worker threads of one program that do one task after another: to load its code takes a thread longer than most tasks.
 * A thread that nobody needs for a few seconds ends, and never keeps the process from ending.
 */
export function openThreads(program: URL, options: WorkerOptions) {
  const idle = new Map<Worker, NodeJS.Timeout>()

  /** Returns an idle thread, or a new one. The caller listens to its messages, its error and its exit. */
  function take(): Worker {
    const [found] = idle
    if (!found) return new Worker(program, options)
    const [worker, ending] = found
    clearTimeout(ending)
    idle.delete(worker)
    forgetCaller(worker)
    worker.ref()
    return worker
  }

  /** Keeps a thread that has answered its task. */
  function giveBack(worker: Worker): void {
    forgetCaller(worker)
    worker.once('error', () => idle.delete(worker)).once('exit', () => idle.delete(worker))
    worker.unref()
    idle.set(worker, setTimeout(() => void worker.terminate(), idleMs).unref())
  }

  return { take, giveBack }
}

/** Removes the caller's listeners, but not Node's own for new listeners. */
function forgetCaller(worker: Worker): void {
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event)
}
