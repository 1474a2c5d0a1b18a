import type { Page } from '#contract/fields.ts'
import { type BacklogItem, type ImportResult, type Source, type Sync } from '#contract/backlogs.ts'
import type { DashboardItem } from '#contract/dashboard.ts'
import type { Language } from '#contract/languages.ts'
import { limits } from '#contract/limits.ts'
import { providers } from '#contract/providers.ts'
import type { Scope } from '#server/access/scope.ts'
import { type Db, withEveryTeamTransaction, withTeamTransaction } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import { keepDone } from '#server/features/beginning/operations.ts'
import { closeByIssues } from '#server/features/blockers/operations.ts'
import { connectedAs } from '#server/features/grants/operations.ts'
import { type ReadIssues, readIssues } from '#server/features/trackers/operations.ts'
import { settingsOf } from '#server/features/users/operations.ts'
import type { Reading } from '#server/providers/issue.ts'
import type { Services } from '#server/services.ts'
import { texts } from '#server/texts.ts'
import { leftSince, ownerOf } from './policy.ts'
import * as backlogs from './sql.ts'

type Member = Pick<Scope, 'teamId' | 'userId'>
/** What reading a tracker needs. */
type Parts = Pick<Services, 'config' | 'database' | 'keyring' | 'now' | 'logEvent'>
type Counts = Omit<ImportResult, 'message'>
/** @property skipped as in `OpenIssues` */
export type BroughtIn = { counts: Counts; skipped: string[] }

/** The caller's items by priority, then the newest. */
export const readBacklog = ({ database }: Services, scope: Scope, page: Page): Promise<BacklogItem[]> =>
  withTeamTransaction(database, scope, (db) => backlogs.selectBacklog(db, scope, page))

/** Within the caller's transaction: the first of the same, then of what the team has imported for nobody. */
export const backlogForDashboard = (db: Db, scope: Scope): Promise<DashboardItem[]> =>
  backlogs.selectBacklogWithUnassigned(db, scope, limits.pageSize)

type Whose = { source: Source; account: string }

/** Reads the open issues of an account, and keeps them. @throws AppError not_connected, provider_not_set_up; ProviderFailure */
export async function bringIn(services: Parts, member: Member, whose: Whose, reading: Reading): Promise<BroughtIn> {
  const read = await readIssues(services, member, whose.source, reading)
  const counts = await withTeamTransaction(services.database, member, async (db) => {
    const written = await keepIssues(db, member, whose, read, services.now())
    await backlogs.upsertSync(db, member, whose.source, { failure: null, now: services.now() })
    return written
  })
  return { counts, skipped: read.skipped ?? [] }
}

/** Within the caller's transaction. */
export const keepSyncFailure = backlogs.upsertSync

/** Whether the member is still connected there, and as the same person. */
const isStill = async (db: Db, member: Member, { source, account }: Whose): Promise<boolean> =>
  (await connectedAs(db, member, source)) === account

const writtenAtOnce = 2_000 // so that each statement is over before the database counts as away

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
  const written: { source_key: string; is_new: boolean }[] = []
  for (let at = 0; at < issues.length; at += writtenAtOnce)
    written.push(...(await backlogs.upsertItems(db, imported, issues.slice(at, at + writtenAtOnce), priority)))
  const added = written.filter(({ is_new: isNew }) => isNew)
  const changed = new Set([...moved, ...written.map(({ source_key: key }) => key)])
  for (const { source_key: key } of added) changed.delete(key)
  await keepDone(db, member, source, done)
  await closeByIssues(db, member, source, { closed: done.filter(({ kind }) => kind !== 'moved'), now })
  return { imported: added.length, updated: changed.size, closed }
}

/** When the caller's trackers were last read, and what went wrong. */
export async function readSyncs({ database }: Services, scope: Scope, language: Language): Promise<Sync[]> {
  const rows = await withTeamTransaction(database, scope, (db) => backlogs.selectSyncs(db, scope))
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

/** The trackers of those who want them read by themselves, for whom it is time. */
export async function selectDueSyncs({ database, now }: Parts): Promise<(Member & { source: Source })[]> {
  const before = (age: number) => new Date(now().getTime() - age)
  return withEveryTeamTransaction(database, (db) =>
    backlogs.selectDue(db, { usual: before(ages.usual), refused: before(ages.refused) }),
  )
}
