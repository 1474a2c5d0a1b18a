import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// Asked to end, it ends as whoever fails: what it has started is ended too.
process.once('SIGTERM', () => process.exit(1))
process.setMaxListeners(0) // every server and database waits for that

/**
 * Says the trial's figures in one line, and which promises were not kept: any of them fails it.
 * @param promises what must hold, in words, and whether it did
 */
export function conclude(figures: string, promises: Record<string, boolean>) {
  for (const [promise, kept] of Object.entries(promises)) {
    if (kept) continue
    console.error(`Not so: ${promise}.`)
    process.exitCode = 1
  }
  console.log(figures)
}

/** Runs the trial in a folder of its own. What it has opened is closed in `finally` of the trial. */
export async function inFolder(name: string, trial: (folder: string) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), `asakai-${name}-`))
  await chmod(folder, 0o711) // root's PostgreSQL runs as another account, and keeps its data here all the same
  try {
    await trial(folder)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 })
  }
  process.exit() // a connection that the network has forgotten would keep it for ever
}
