import events from 'node:events'
import limitTo from 'p-limit'
import type { Page } from '#contract/fields.ts'
import { type BacklogItem, type ImportResult, type Source, type Sync } from '#contract/backlogs.ts'
import type { DashboardItem } from '#contract/dashboard.ts'
import { localeOf } from '#contract/dates-in-words.ts'
import type { Language } from '#contract/languages.ts'
import { limits } from '#contract/limits.ts'
import { providers } from '#contract/providers.ts'
import type { Scope } from '#server/access/scope.ts'
import { type Db, inEveryTeam, inTeam } from '#server/db/database.ts'
import { AppError, ProviderFailure } from '#server/errors.ts'
import { keepDone } from '#server/features/beginning/operations.ts'
import { closeByIssues } from '#server/features/blockers/operations.ts'
import { connectedAs } from '#server/features/grants/operations.ts'
import { type ReadIssues, readIssues } from '#server/features/trackers/operations.ts'
import { settingsOf } from '#server/features/users/operations.ts'
import type { Services } from '#server/services.ts'
import { texts } from '#server/texts.ts'
import { leftSince, ownerOf } from './policy.ts'
import * as backlogs from './sql.ts'

type Member = Pick<Scope, 'teamId' | 'userId'>
/** What reading a tracker needs. */
type Parts = Pick<Services, 'config' | 'database' | 'keyring' | 'now' | 'logEvent' | 'metrics'>
type Counts = Omit<ImportResult, 'message'>
/** @property skipped as in `OpenIssues` */
type Imported = { counts: Counts; skipped: string[] }

const namedAtMost = 3 // projects in a sentence

/** The caller's items by priority, then the newest. */
export const readBacklog = ({ database }: Services, scope: Scope, page: Page): Promise<BacklogItem[]> =>
  inTeam(database, scope, (db) => backlogs.selectBacklog(db, scope, page))

/** Within the caller's transaction: the first of the same, then of what the team has imported for nobody. */
export const backlogForDashboard = (db: Db, scope: Scope): Promise<DashboardItem[]> =>
  backlogs.selectBacklogWithUnassigned(db, scope, limits.pageSize)

/** So long a tracker may take: a browser waits for ten seconds, and nobody waits for auto sync. */
const patience = { browser: 8_500, nobody: 60_000 } // milliseconds

/**
 * Takes over the open issues of the member's account at a tracker. Where that fails, everything stays as it was.
 * @throws AppError not_connected, provider_not_set_up; ProviderFailure
 */
export async function importIssues(
  services: Services,
  member: Member,
  source: Source,
  language: Language,
): Promise<ImportResult> {
  const { counts, skipped } = await once(services, member, source, patience.browser)
  const speak = texts(language)
  const name = providers[source].name
  const isSame = Object.values(counts).every((count) => count === 0)
  const result = isSame
    ? speak('backlogSettings.importedNothing', { source: name })
    : speak('backlogSettings.imported', { source: name, ...counts })
  const named = [...skipped.slice(0, namedAtMost), ...(skipped.length > namedAtMost ? ['…'] : [])]
  const projects = new Intl.ListFormat(localeOf(language), { type: 'unit' }).format(named)
  const message = skipped.length === 0 ? result : speak('backlogSettings.importedWithout', { result, projects })
  return { message, ...counts }
}

/** The imports under way in this process; whoever asks for one of them meanwhile gets its result. */
const underWay = new Map<string, Promise<Imported>>()

/** Of one account: whoever connects another one meanwhile does not get the first one's issues. */
async function once(services: Parts, member: Member, source: Source, time: number): Promise<Imported> {
  const account = await inTeam(services.database, member, (db) => connectedAs(db, member, source))
  if (account === undefined) throw new AppError('not_connected')
  const key = `${member.teamId} ${member.userId} ${source} ${account}`
  const running = underWay.get(key)
  // Whoever started it may have more patience.
  if (running) return within(time, running, providers[source].name)
  const started = readAndKeep(services, member, { source, account }, time).finally(() => underWay.delete(key))
  underWay.set(key, started)
  return started
}

const within = <T>(time: number, running: Promise<T>, provider: string): Promise<T> =>
  Promise.race([
    running,
    events.once(AbortSignal.timeout(time), 'abort').then(() => {
      throw new ProviderFailure(provider, 'away')
    }),
  ])

type Whose = { source: Source; account: string }

async function readAndKeep(services: Parts, member: Member, whose: Whose, time: number): Promise<Imported> {
  const { source } = whose
  const record = (db: Db, failure: ProviderFailure | undefined) =>
    backlogs.upsertSync(db, member, source, { failure: failure?.reason ?? null, now: services.now() })
  // When one page fails, the others are wanted no more.
  const over = new AbortController()
  try {
    const read = await readIssues(services, member, source, AbortSignal.any([AbortSignal.timeout(time), over.signal]))
    const counts = await inTeam(services.database, member, async (db) => {
      const written = await keepIssues(db, member, whose, read, services.now())
      await record(db, undefined)
      return written
    })
    services.metrics.imports.inc({ source, outcome: 'done' })
    return { counts, skipped: read.skipped ?? [] }
  } catch (error) {
    services.metrics.imports.inc({ source, outcome: 'failed' })
    if (error instanceof ProviderFailure) {
      services.logEvent('import_failed', member, { source, reason: error.reason })
      await inTeam(services.database, member, async (db) => {
        if (await isStill(db, member, whose)) await record(db, error)
      })
    }
    throw error
  } finally {
    over.abort()
  }
}

/** Whether the member is still connected there, and as the same person. */
const isStill = async (db: Db, member: Member, { source, account }: Whose): Promise<boolean> =>
  (await connectedAs(db, member, source)) === account

async function keepIssues(
  db: Db,
  member: Member,
  whose: Whose,
  { issues, complete, done }: ReadIssues,
  now: Date,
): Promise<Counts> {
  const { source } = whose
  await backlogs.lockImports(db, member, source)
  const importer = await backlogs.selectImporter(db, member)
  if (!importer || !(await isStill(db, member, whose))) throw new AppError('not_connected')
  const { default_priority: priority, auto_assign: assign } = settingsOf(importer.settings).backlog
  const imported = { member, source, owner: ownerOf(assign, { importer: member.userId, lead: importer.lead }) }
  const keys = issues.map(({ key }) => key)
  const closed = await backlogs.deleteLeft(db, imported, keys, leftSince(issues, complete))
  const moved = await backlogs.moveToOwner(db, imported)
  const written = await backlogs.upsertItems(db, imported, issues, priority)
  const added = written.filter(({ is_new: isNew }) => isNew)
  const changed = new Set([...moved, ...written.map(({ source_key: key }) => key)])
  for (const { source_key: key } of added) changed.delete(key)
  await keepDone(db, member, source, done)
  await closeByIssues(db, member, source, { closed: done.filter(({ kind }) => kind !== 'moved'), now })
  return { imported: added.length, updated: changed.size, closed }
}

/** When the caller's trackers were last read, and what went wrong. */
export async function readSyncs({ database }: Services, scope: Scope, language: Language): Promise<Sync[]> {
  const rows = await inTeam(database, scope, (db) => backlogs.selectSyncs(db, scope))
  const speak = texts(language)
  return rows.map(({ source, synced_at, failure }) => ({
    source,
    synced_at,
    failure: failure && speak(`providerFailures.${failure}`, { provider: providers[source].name }),
  }))
}

const minute = 60_000 // milliseconds
/** Ages of the last reading from which it is time again: a little less than an hour and than a day, which is when they run. */
const ages = { usual: 55 * minute, refused: (24 * 60 - 5) * minute }
const membersAtOnce = 4

/**
 * Reads the trackers of all members who want that by themselves and for whom it is time: hourly, and daily where somebody
 * has to do something first. What fails is recorded and stops nobody else's.
 * @throws AggregateError of what no tracker is to blame for, once all are done
 */
export async function syncDue(services: Parts): Promise<void> {
  const now = services.now().getTime()
  const before = { usual: new Date(now - ages.usual), refused: new Date(now - ages.refused) }
  const due = await inEveryTeam(services.database, (db) => backlogs.selectDue(db, before))
  const limit = limitTo(membersAtOnce)
  const results = await Promise.allSettled(
    due.map(({ source, ...member }) => limit(() => once(services, member, source, patience.nobody))),
  )
  const unexpected = results.flatMap((result) =>
    result.status === 'rejected' && !(result.reason instanceof AppError) ? [result.reason as unknown] : [],
  )
  if (unexpected.length > 0) throw new AggregateError(unexpected, 'Some backlogs could not be brought up to date.')
}
