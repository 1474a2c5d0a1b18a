import { Worker, type WorkerOptions } from 'node:worker_threads'

/** The milliseconds for which an idle thread is kept. */
const idleMs = 5_000

const lookMs = 1_000 // milliseconds between two checks of a thread's CPU time

/**
 * Manages reusable worker threads of one program, because loading its code takes longer than most tasks. An idle thread
 * exits after a few seconds, and never keeps the process alive.
 */
export function openThreads(program: URL, options: WorkerOptions) {
  const idle = new Map<Worker, NodeJS.Timeout>()

  /** Returns an idle thread, or a new one. The caller must listen for `message`, `error` and `exit`. */
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

  /** Releases a thread after its task. */
  function giveBack(worker: Worker): void {
    forgetCaller(worker)
    worker.once('error', () => idle.delete(worker)).once('exit', () => idle.delete(worker))
    worker.unref()
    idle.set(worker, setTimeout(() => void worker.terminate(), idleMs).unref())
  }

  return { take, giveBack }
}

/** Removes the caller's listeners, but not Node's internal ones. */
function forgetCaller(worker: Worker): void {
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event)
}

/**
 * Ends a thread when it has used `most` of CPU time from now on. CPU time does not depend on the load of other threads
 * and programs.
 * @param most microseconds
 * @returns a function that stops the check
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

/** The thread may not have started, or may have exited. */
const ignoreEnded = () => {}
