import { setTimeout as wait } from 'node:timers/promises'
import type { Settings } from '#server/config/config.ts'
import type { Database } from '#server/db/database.ts'
import { compareMigrations } from '#server/db/schema/state.ts'

/**
 * One line for an operator. `ok`: something works. `wrong`: a problem, and what to do. `off`: something is not set up.
 */
export type Finding = { is: 'ok' | 'wrong' | 'off'; says: string }

export const ok = (says: string): Finding => ({ is: 'ok', says })
export const wrong = (says: string): Finding => ({ is: 'wrong', says })
export const off = (says: string): Finding => ({ is: 'off', says })

export type Deployment = {
  settings: Settings
  /** Undefined if no key was given and none exists yet. */
  keys: { secretKey: Buffer; previousSecretKey: Buffer | undefined } | undefined
  /** Rejects if the database cannot be reached or used. */
  database: Promise<Database>
  /** The recipient of a test email. Undefined: no email is sent. */
  mailTo: string | undefined
  now: () => Date
}

/** One check. Must change no data. A thrown error becomes a finding. */
export type Check = { about: string; look: (deployment: Deployment) => Promise<Finding[]> }

const most = 25_000 // milliseconds for one check

/** Runs all checks side by side and prints their findings in order. @param say prints one line */
export async function runChecks(
  checks: readonly Check[],
  deployment: Deployment,
  say: (line: string) => void,
): Promise<{ isWell: boolean }> {
  const looking = checks.map(({ look }) => Promise.race([tried(look, deployment), tooLate()]))
  let isWell = true
  for (const [index, { about }] of checks.entries())
    for (const { is, says } of await looking[index]!) {
      if (is === 'wrong') isWell = false
      say(lineOf({ is, says }, about))
    }
  return { isWell }
}

export const lineOf = ({ is, says }: Finding, about: string): string =>
  `${is.padEnd(5)}  ${about.padEnd(11)}  ${says.replaceAll(/\p{C}+/gu, ' ')}`

const tried = (look: Check['look'], deployment: Deployment) =>
  look(deployment).catch((error: unknown) => [wrong(error instanceof Error ? error.message : String(error))])

async function tooLate(): Promise<Finding[]> {
  await wait(most, undefined, { ref: false })
  return [wrong(`No response within ${most / 1_000} seconds.`)]
}

/** Runs a check that needs the database. If the database is unreachable, reports only that the check did not run. */
export async function withDatabase(
  { database }: Deployment,
  look: (database: Database) => Promise<Finding[]>,
): Promise<Finding[]> {
  const reached = await database.catch(() => undefined)
  return reached ? look(reached) : [off('Not checked, because the database cannot be reached.')]
}

/**
 * Runs a check that needs the tables of this version. If migrations are pending, reports that the check did not run.
 */
export const withTables = (deployment: Deployment, look: (database: Database) => Promise<Finding[]>) =>
  withDatabase(deployment, async (database) => {
    const { pending } = await compareMigrations(database)
    return pending.length > 0
      ? [off('Not checked, because the database still has the schema of an older version.')]
      : look(database)
  })
