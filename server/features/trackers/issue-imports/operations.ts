import { setTimeout as wait } from 'node:timers/promises'
import { v7 as newId } from 'uuid'
import type { ImportResult, IssueImport, Source } from '#contract/backlogs.ts'
import { formatList } from '#contract/format-list.ts'
import type { Language } from '#contract/languages.ts'
import { providers } from '#contract/providers.ts'
import type { Scope } from '#server/access/scope.ts'
import { withEveryTeamTransaction, withTeamTransaction } from '#server/db/database.ts'
import { AppError, ProviderFailure } from '#server/errors.ts'
import { selectDueSyncs } from '#server/features/trackers/backlogs/operations.ts'
import { connectedAs } from '#server/access/provider-secrets/operations.ts'
import { requireTracker } from '#server/features/trackers/tracker-connections/operations.ts'
import type { Services } from '#server/services.ts'
import { texts } from '#server/text/texts.ts'
import * as imports from './sql.ts'
import { actingFor, addStepJob, type Parts, priorities } from './step.ts'

export { importPage } from './step.ts'

type Member = Pick<Scope, 'teamId' | 'userId'>
type Ask = Member & { writer?: Scope['writer'] | undefined; source: Source; language: Language }

const answerTimeoutMs = 6_000 // milliseconds after which the button gets an answer; one request to a tracker may take five seconds
const lookEvery = 200 // milliseconds between two checks of the progress
const idleMost = 60_000 // milliseconds without an attempt, after which the import's server counts as crashed
const namedAtMost = 3 // the most projects that a message names

/**
 * Imports the open issues of the member's account at a tracker. If this takes more than a few seconds, the import
 * continues as a job. If it fails, the backlog does not change.
 * @param ending aborts when the server stops: the function then no longer waits
 * @throws AppError not_connected, provider_not_set_up; ProviderFailure
 */
export async function askForImport(
  services: Services,
  { language, ...member }: Ask,
  ending: AbortSignal,
): Promise<ImportResult | IssueImport> {
  const id = await begin(services, member, priorities.button)
  const late = AbortSignal.any([AbortSignal.timeout(answerTimeoutMs), ending])
  const row = await endOf(services, member, id, late)
  if (!row) return readImport(services, member, id, language)
  const { imported, updated, closed } = row
  return { message: inWords(row, language), imported, updated, closed }
}

/** Begins an import, or joins the running one of the same account. @returns the id of the running import */
async function begin(
  services: Parts,
  { teamId, userId, writer, source }: Omit<Ask, 'language'>,
  priority: number,
): Promise<string> {
  const { database, now } = services
  const member = { teamId, userId }
  return withTeamTransaction(database, { ...member, writer }, async (db) => {
    const account = await connectedAs(db, member, source)
    if (account === undefined) throw new AppError('not_connected')
    requireTracker(services, source)
    const place = { ...member, source, id: newId() }
    if (await imports.insertImport(db, place, { account, now: now() })) {
      await addStepJob(db, { ...place, priority })
      return place.id
    }
    const other = (await imports.selectImports(db, member)).find((one) => one.source === source)
    return other!.id
  })
}

/** Waits until an import ends. @returns undefined if the import is still running when `late` aborts */
async function endOf(
  { database }: Parts,
  { source, ...member }: Omit<Ask, 'language'>,
  id: string,
  late: AbortSignal,
): Promise<imports.Row | undefined> {
  while (!late.aborted) {
    await wait(lookEvery, undefined, { signal: late }).catch(() => {})
    const row = await withTeamTransaction(database, { teamId: member.teamId }, (db) =>
      imports.selectImport(db, member, id),
    )
    if (!row) throw new AppError('not_connected')
    const retryAfter = row.retry_after ?? undefined
    if (row.failure) throw new ProviderFailure(providers[source].name, row.failure, { retryAfter })
    if (row.ended_at) return row
  }
  return undefined
}

function inWords({ source, imported, updated, closed, skipped }: imports.Row, language: Language): string {
  const translate = texts(language)
  const counts = { imported, updated, closed }
  const { name } = providers[source]
  const isSame = Object.values(counts).every((count) => count === 0)
  const result = isSame
    ? translate('backlogSettings.importedNothing', { source: name })
    : translate('backlogSettings.imported', { source: name, ...counts })
  if (skipped.length === 0) return result
  const named = [...skipped.slice(0, namedAtMost), ...(skipped.length > namedAtMost ? ['…'] : [])]
  const projects = formatList(language, named)
  return translate('backlogSettings.importedWithout', { result, projects })
}

/** Returns the member's running imports, and the last import of each other tracker. */
export async function readImports({ database }: Services, member: Member, language: Language): Promise<IssueImport[]> {
  const rows = await withTeamTransaction(database, member, (db) => imports.selectImports(db, member))
  return rows.map((row) => said(row, language))
}

/** @throws AppError not_found: also if a newer import of the same tracker has begun */
export async function readImport(
  { database }: Services,
  member: Member,
  id: string,
  language: Language,
): Promise<IssueImport> {
  const row = await withTeamTransaction(database, member, (db) => imports.selectImport(db, member, id))
  if (!row) throw new AppError('not_found')
  return said(row, language)
}

function said(row: imports.Row, language: Language): IssueImport {
  const { id, source, issues_read: read, total, failure, imported, updated, closed } = row
  const shared = { id, source, read, total, imported, updated, closed }
  if (!row.ended_at) return { ...shared, state: 'going_on', message: null }
  if (!failure) return { ...shared, state: 'done', message: inWords(row, language) }
  const message = texts(language)(`providerFailures.${failure}`, { provider: providers[source].name })
  return { ...shared, state: 'failed', message }
}

/**
 * Begins the due imports of members with automatic import. Such imports run every hour, or every day if the member must
 * first fix a failure.
 */
export async function syncDue(services: Parts): Promise<void> {
  for (const { source, ...member } of await selectDueSyncs(services))
    try {
      await begin(services, { ...actingFor(member), source }, priorities.automatic)
    } catch (error) {
      // The member has left or disconnected the account.
      if (!(error instanceof AppError)) throw error
    }
}

/** Adds a job for each running import whose job was lost with a crashed server. */
export const importLeft = async ({ database, now }: Services): Promise<void> => {
  const triedBefore = new Date(now().getTime() - idleMost)
  await withEveryTeamTransaction(database, async (db) => {
    for (const place of await imports.selectLeft(db, triedBefore))
      await addStepJob(db, { ...place, priority: priorities.automatic })
  })
}
