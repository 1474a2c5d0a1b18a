import { Worker, type WorkerOptions } from 'node:worker_threads'

/** Milliseconds for which a thread waits for its next task. */
const idleMs = 5_000

const lookMs = 1_000 // between two looks at what a thread has worked

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

/**
 * Ends a thread that has worked for longer than that from now on. Counts its processor time, so that other programs, and
 * what else this one does, take nothing away from it.
 * @param most microseconds
 * @returns what ends the watch
 */
export function endAfter(worker: Worker, most: number): () => void {
  let before: NodeJS.CpuUsage | undefined
  const look = async () => {
    before ??= await worker.cpuUsage()
    const { user, system } = await worker.cpuUsage(before)
    if (user + system > most) await worker.terminate()
  }
  const watch = setInterval(() => void look().catch(ignoreEnded), lookMs).unref()
  return () => clearInterval(watch)
}

/** The thread may not run yet, or no more. */
const ignoreEnded = () => {}
