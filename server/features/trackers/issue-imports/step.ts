import type { ImportResult } from '#contract/backlogs.ts'
import { providers } from '#contract/providers.ts'
import type { Writer } from '#server/access/scope.ts'
import { type Db, withTeamTransaction } from '#server/db/database.ts'
import { addJob } from '#server/db/jobs.ts'
import { AppError, ProviderFailure } from '#server/errors.ts'
import { storeSync, takeOverIssues } from '#server/features/trackers/backlogs/operations.ts'
import { readIssuePage } from '#server/features/trackers/tracker-connections/operations.ts'
import type { Services } from '#server/services.ts'
import * as imports from './sql.ts'

export type Parts = Pick<Services, 'config' | 'database' | 'keyring' | 'now' | 'logEvent' | 'metrics'>

/**
 * An import, and the priority of its jobs. An import that a member began with the button has priority, because the
 * member waits.
 */
export type ImportStep = imports.ImportKey & { priority: number }
export const priorities = { button: 0, automatic: 10 }

const maxAttempts = 3 // attempts of one step
const maxPages = 1_000 // limit for a tracker that names a next page forever

/** Adds the job of the next step. Must run in the caller's transaction. */
export const addStepJob = (db: Db, asked: ImportStep): Promise<void> =>
  addJob(db, 'import-issues', asked, { key: `import ${asked.id}`, priority: asked.priority })

/**
 * Returns the member in whose name the job acts. Each transaction checks that the member is still active, because the
 * job runs after the member's request.
 */
export const actingFor = ({ teamId, userId }: Pick<imports.ImportKey, 'teamId' | 'userId'>) => ({
  teamId,
  userId,
  writer: { teamId, userId, isAdmin: false, by: 'service', id: '' } satisfies Writer,
})

/**
 * Reads one page of an import, and stores it together with the job for the next page. After the last page, replaces the
 * member's backlog with the issues of all pages.
 */
export async function importPage(services: Parts, { priority, ...place }: ImportStep): Promise<void> {
  const { database, now } = services
  const acting = actingFor(place)
  try {
    const step = await withTeamTransaction(database, acting, (db) => imports.beginStep(db, place, now()))
    if (!step) return
    // An attempt counts even if its server crashed.
    if (step.attempts > maxAttempts || step.pages > maxPages)
      throw new ProviderFailure(providers[place.source].name, 'invalid_response')
    const page = await readIssuePage(services, place, place.source, step.cursor)
    const isDone = await withTeamTransaction(database, acting, async (db) => {
      const read = await imports.storePage(db, place, step, page)
      if (!read) return false
      if (page.next !== null) {
        await addStepJob(db, { ...place, priority })
        return false
      }
      const counts = await finish(db, place, { account: step.account, read }, now())
      return imports.endImport(db, place, counts, now())
    })
    if (isDone) services.metrics.imports.inc({ source: place.source, outcome: 'done' })
  } catch (error) {
    if (error instanceof ProviderFailure) await fail(services, place, error)
    // Ends the import if the member has left or disconnected the account. If many of the member's writes wait, the
    // queue retries.
    else if (error instanceof AppError && error.code !== 'busy')
      await withTeamTransaction(database, place, (db) => imports.deleteImport(db, place))
    // The queue logs the error and retries.
    else throw error
  }
}

async function finish(
  db: Db,
  place: imports.ImportKey,
  { account, read }: { account: string; read: imports.ReadSoFar },
  now: Date,
): Promise<Omit<ImportResult, 'message'>> {
  const done = (read.done ?? []).map((one) => Object.assign(one, { doneAt: new Date(one.doneAt) }))
  const since = await imports.cutRead(db, place, read.known_since)
  const isOfSeveral = await imports.selectIsOfSeveral(db, place)
  const all = { count: read.issues_read, since, isOfSeveral, done }
  return takeOverIssues(db, place, { source: place.source, account }, all, now)
}

/** Stores why an import failed, unless the account has been disconnected. */
async function fail({ database, now, metrics, logEvent }: Parts, place: imports.ImportKey, error: ProviderFailure) {
  const { source } = place
  const { reason, retryAfter: retry_after = null } = error
  const isEnded = await withTeamTransaction(database, place, async (db) => {
    const ended = await imports.endImport(db, place, { failure: reason, retry_after }, now())
    if (ended) await storeSync(db, place, source, { failure: reason, now: now() })
    return ended
  })
  if (!isEnded) return
  metrics.imports.inc({ source, outcome: 'failed' })
  logEvent('import_failed', place, { source, reason })
}
