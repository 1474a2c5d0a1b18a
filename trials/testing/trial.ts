import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// A signal ends the trial like a failure, so that everything it started is stopped.
process.once('SIGTERM', () => process.exit(1))
process.setMaxListeners(0) // avoids a warning: each server and each database of the trial adds a listener

/**
 * Prints the trial's figures in one line, and the broken promises. Any broken promise fails the trial.
 * @param promises the promises in words, and whether they held
 */
export function conclude(figures: string, promises: Record<string, boolean>) {
  for (const [promise, kept] of Object.entries(promises)) {
    if (kept) continue
    console.error(`Not so: ${promise}.`)
    process.exitCode = 1
  }
  console.log(figures)
}

/** Runs the trial in a folder of its own, which is then removed. The trial must close everything that it opens. */
export async function inFolder(name: string, trial: (folder: string) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), `asakai-${name}-`))
  await chmod(folder, 0o711) // if root runs this, PostgreSQL runs as another user, who must be able to enter
  try {
    await trial(folder)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 })
  }
  process.exit() // a silently dropped connection would keep this process running for ever
}
