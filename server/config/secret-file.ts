import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

/**
 * Returns the secret in the file. If the file is missing, creates it. A file is never half written: if two processes
 * create it at the same time, the file of the first stays, and both processes return its secret.
 */
export function readOrCreateSecret(file: string, create: () => string): string {
  if (!existsSync(file)) {
    const temporary = `${file}.${process.pid}`
    writeFileSync(temporary, create(), { mode: 0o600, flush: true })
    try {
      linkSync(temporary, file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      rmSync(temporary, { force: true })
    }
  }
  return readFileSync(file, 'utf8').trim()
}
