import { closeResources } from '#server/process/opened.ts'
import { operatorMessage } from '#server/process/operator-message.ts'

/**
 * Runs `start` until a signal asks it to end, then closes everything that it opened. If the start fails, it closes
 * everything immediately.
 * @param last the line to print when the signal arrives
 */
export async function runUntilEnded(start: (interruption: AbortSignal) => Promise<void>, last?: string) {
  const interruption = new AbortController()
  let closing: Promise<void> | undefined
  const close = () => (closing ??= closeAll())
  async function closeAll() {
    interruption.abort()
    await starting.catch(() => {})
    await closeResources()
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (!closing && last) console.log(last)
      void close().then(() => process.exit(process.exitCode ?? 0))
    })

  const starting = start(interruption.signal)
  try {
    await starting
  } catch (error) {
    // A failure caused by the shutdown is not reported.
    if (!closing) {
      console.error(operatorMessage(error))
      process.exitCode = 1
    }
    await close()
    process.exit()
  }
}
