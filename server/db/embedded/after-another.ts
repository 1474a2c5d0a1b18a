import { setTimeout as wait } from 'node:timers/promises'
import { type EmbeddedDatabase, startEmbedded } from './embedded.ts'
import { AlreadyRunning } from './folder-lock.ts'

const waitMostMs = 5_000
const lookAgainMs = 250

/**
 * Starts the embedded database. Waits a few seconds if another server uses the folder: after `kill -9` of npm, the
 * server that npm started is still stopping.
 * @throws AlreadyRunning
 */
export async function startAfterAnother(
  dataDir: string,
  say: (line: string) => void,
  interruption: AbortSignal,
): Promise<EmbeddedDatabase> {
  const startedAt = performance.now()
  for (;;)
    try {
      return await startEmbedded(dataDir, say, interruption)
    } catch (error) {
      if (!(error instanceof AlreadyRunning) || performance.now() - startedAt > waitMostMs) throw error
      await wait(lookAgainMs, undefined, { signal: interruption })
    }
}
