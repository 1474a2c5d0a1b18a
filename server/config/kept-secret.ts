import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

/**
 * Returns the secret in `file`, and creates it if it is missing. The file appears atomically, and if two processes
 * create it at once, one wins.
 */
export function keptSecret(file: string, make: () => string): string {
  if (!existsSync(file)) {
    const part = `${file}.${process.pid}`
    writeFileSync(part, make(), { mode: 0o600, flush: true })
    try {
      linkSync(part, file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      rmSync(part, { force: true })
    }
  }
  return readFileSync(file, 'utf8').trim()
}
