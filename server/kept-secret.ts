import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

/** The secret in `file`, made once. It appears there whole or not at all, and of two who make it at once, one does. */
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
