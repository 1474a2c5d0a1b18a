import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSettings } from '#server/config/config.ts'
import { type Environment, readerOf } from '#server/config/environment.ts'
import { afterwards } from '#server/testing/afterwards.ts'
import type { Check, Deployment } from './check.ts'

export function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'asakai-check-'))
  afterwards(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Returns the lines that a check prints for these settings. There is no database unless one is passed. */
export async function linesOf({ look }: Check, environment: Environment, more: Partial<Deployment> = {}) {
  const database = more.database ?? Promise.reject(new Error('none'))
  database.catch(() => {})
  const findings = await look({
    settings: readSettings(readerOf(environment)),
    keys: undefined,
    mailTo: undefined,
    now: () => new Date(),
    ...more,
    database,
  })
  return findings.map(({ is, says }) => `${is}: ${says}`)
}
