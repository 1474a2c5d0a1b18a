import type { Page } from '#contract/fields.ts'
import { type BacklogItem, type ImportResult, type Source, type Sync } from '#contract/backlogs.ts'
import type { DashboardItem } from '#contract/dashboard.ts'
import type { Language } from '#contract/languages.ts'
import { limits } from '#contract/limits.ts'
import { providers } from '#contract/providers.ts'
import type { Scope } from '#server/access/scope.ts'
import { type Db, withEveryTeamTransaction, withTeamTransaction } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import { saveDone } from '#server/features/reports/prefill/operations.ts'
import { closeByIssues } from '#server/features/blockers/operations.ts'
import { connectedAs } from '#server/access/provider-secrets/operations.ts'
import { settingsOf } from '#server/db/accounts/settings.ts'
import type { Done } from '#server/providers/issue.ts'
import type { Services } from '#server/services.ts'
import { texts } from '#server/text/texts.ts'
import { ownerOf } from './policy.ts'
import * as backlogs from './sql.ts'

type Member = Pick<Scope, 'teamId' | 'userId'>
type Counts = Omit<ImportResult, 'message'>

/** Lists the caller's items by priority, then newest first. */
export const readBacklog = ({ database }: Services, scope: Scope, page: Page): Promise<BacklogItem[]> =>
  withTeamTransaction(database, scope, (db) => backlogs.selectBacklog(db, scope, page))

/** Returns the first of the caller's items, followed by unassigned ones. Must run in the caller's transaction. */
export const backlogForDashboard = (db: Db, scope: Scope): Promise<DashboardItem[]> =>
  backlogs.selectBacklogWithUnassigned(db, scope, limits.pageSize)

/** Stores the time and result of the last read of a tracker. Must run in the caller's transaction. */
export const storeSync = backlogs.upsertSync

const writtenAtOnce = 2_000 // keeps each statement shorter than the database timeout

/**
 * Turns the issues that an import has read into backlog items. Must run in the caller's transaction.
 * @param read.count the number of issues
 * @param read.since issues that changed at this moment or before may be missing; null if all were read
 * @param read.isOfSeveral whether the issues are of several repositories
 * @throws AppError not_connected: the member has left, or is no longer connected as the same person
 */
export async function takeOverIssues(
  db: Db,
  member: Member,
  { source, account }: { source: Source; account: string },
  { count, since, isOfSeveral, done }: { count: number; since: Date | null; isOfSeveral: boolean; done: Done[] },
  now: Date,
): Promise<Counts> {
  await backlogs.lockImports(db, member, source)
  const importer = await backlogs.selectImporter(db, member)
  if (!importer || (await connectedAs(db, member, source)) !== account) throw new AppError('not_connected')
  const { default_priority: priority, auto_assign: assign } = settingsOf(importer.settings).backlog
  const imported = { member, source, owner: ownerOf(assign, { importer: member.userId, lead: importer.lead }) }
  const closed = await backlogs.deleteLeft(db, imported, since)
  const moved = new Set(await backlogs.moveToOwner(db, imported))
  const counts = { imported: 0, updated: moved.size, closed }
  for (let from = 0; from < count; from += writtenAtOnce) {
    const part = { from, to: from + writtenAtOnce }
    for (const item of await backlogs.upsertItems(db, imported, part, { priority, isOfSeveral }))
      if (item.is_new) counts.imported += 1
      else if (!moved.has(item.source_key)) counts.updated += 1
  }
  await saveDone(db, member, source, done)
  await closeByIssues(db, member, source, { closed: done.filter(({ kind }) => kind !== 'moved'), now })
  await storeSync(db, member, source, { failure: null, now })
  return counts
}

/** Returns when each of the caller's trackers was last read, and its failure. */
export async function readSyncs({ database }: Services, scope: Scope, language: Language): Promise<Sync[]> {
  const rows = await withTeamTransaction(database, scope, (db) => backlogs.selectSyncs(db, scope))
  const translate = texts(language)
  return rows.map(({ source, synced_at, failure }) => ({
    source,
    synced_at,
    failure: failure && translate(`providerFailures.${failure}`, { provider: providers[source].name }),
  }))
}

const minute = 60_000 // milliseconds
/**
 * The age at which a tracker is read again: five minutes less than an hour, or than a day after a refusal. The job runs
 * every hour, and would otherwise miss a run.
 */
const ages = { usual: 55 * minute, refused: (24 * 60 - 5) * minute }

/** Selects the due trackers of members with automatic import. */
export async function selectDueSyncs({
  database,
  now,
}: Pick<Services, 'database' | 'now'>): Promise<(Member & { source: Source })[]> {
  const before = (age: number) => new Date(now().getTime() - age)
  return withEveryTeamTransaction(database, (db) =>
    backlogs.selectDue(db, { usual: before(ages.usual), refused: before(ages.refused) }),
  )
}
