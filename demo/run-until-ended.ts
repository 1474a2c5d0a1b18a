import { closeOpened } from '#server/opened.ts'
import { operatorMessage } from '#server/operator-message.ts'

/**
 * Runs what `start` opens until a signal asks it to end, and closes all of it then, or at once where the start fails.
 * @param last what is said when it is asked to end
 */
export async function runUntilEnded(start: (interruption: AbortSignal) => Promise<void>, last?: string) {
  const interruption = new AbortController()
  let closing: Promise<void> | undefined
  const close = () => (closing ??= closeAll())
  async function closeAll() {
    interruption.abort()
    await starting.catch(() => {})
    await closeOpened()
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
    // What fails because it ends meanwhile is no news.
    if (!closing) {
      console.error(operatorMessage(error))
      process.exitCode = 1
    }
    await close()
    process.exit()
  }
}
