import events from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import limitTo from 'p-limit'
import { v7 as newId } from 'uuid'
import type { ImportResult, IssueImport, Source } from '#contract/backlogs.ts'
import { formatList } from '#contract/format-list.ts'
import type { Language } from '#contract/languages.ts'
import { providers } from '#contract/providers.ts'
import type { Scope } from '#server/access/scope.ts'
import { withEveryTeamTransaction, withTeamTransaction } from '#server/db/database.ts'
import { AppError, ProviderFailure } from '#server/errors.ts'
import { type BroughtIn, selectDueSyncs } from '#server/features/backlogs/operations.ts'
import { connectedAs } from '#server/features/grants/operations.ts'
import type { Services } from '#server/services.ts'
import { texts } from '#server/texts.ts'
import { carryOut, type Parts, quietSince } from './carrying-out.ts'
import * as imports from './sql.ts'

type Member = Pick<Scope, 'teamId' | 'userId'>
type Ask = Member & { writer?: Scope['writer'] | undefined; source: Source; language: Language }

const patience = 6_000 // milliseconds that the button waits; a question to a tracker has five seconds
const lookEvery = 250 // milliseconds, for the end of one that another request began
const attemptsMost = 3
const syncsAtOnce = 4 // of the eight that a server reads, so that the button finds room
const namedAtMost = 3 // projects in a sentence

/** What a server's requests have begun. */
export function openImports(services: Services) {
  const ending = new AbortController()
  const goingOn = new Set<Promise<BroughtIn>>()

  /** What fails is settled in the row by then, and told to whoever waits. */
  async function begun(place: imports.Place): Promise<BroughtIn> {
    const work = carryOut(services, place, ending.signal)
    goingOn.add(work)
    try {
      return await work
    } finally {
      goingOn.delete(work)
    }
  }

  return {
    /**
     * Takes over the open issues of the member's account at a tracker. Where that fails, everything stays as it was; where it takes
     * longer than a few seconds, it goes on.
     * @throws AppError not_connected, provider_not_set_up; ProviderFailure
     */
    async ask({ language, ...member }: Ask): Promise<ImportResult | IssueImport> {
      const { place, isNew } = await begin(services, member)
      const late = AbortSignal.timeout(patience)
      const brought = await Promise.race([
        isNew ? begun(place) : endOf(services, place, late),
        events.once(late, 'abort').then(() => undefined),
      ])
      if (brought) return { message: inWords(place.source, brought, language), ...brought.counts }
      return readImport(services, member, place.id, language)
    },

    /** Hands back what goes on: another server, or this one after its start, begins it anew. */
    async end(): Promise<void> {
      ending.abort()
      await Promise.allSettled(goingOn)
    },
  }
}

/** One at a time of each account: whoever asks meanwhile gets the first one's result. */
async function begin(
  { database, now }: Parts,
  { teamId, userId, writer, source }: Omit<Ask, 'language'>,
): Promise<{ place: imports.Place; isNew: boolean }> {
  const member = { teamId, userId }
  return withTeamTransaction(database, { ...member, writer }, async (db) => {
    const account = await connectedAs(db, member, source)
    if (account === undefined) throw new AppError('not_connected')
    const place = { ...member, source, id: newId(), account }
    if (await imports.insertImport(db, place, { now: now(), quietSince: quietSince(now()) }))
      return { place, isNew: true }
    const other = (await imports.selectImports(db, member)).find((one) => one.source === source)
    return { place: { ...place, id: other!.id }, isNew: false }
  })
}

/** @returns undefined where it still goes on when that is late */
async function endOf({ database }: Parts, place: imports.Place, late: AbortSignal): Promise<BroughtIn | undefined> {
  while (!late.aborted) {
    const row = await withTeamTransaction(database, place, (db) => imports.selectImport(db, place, place.id))
    if (!row) throw new AppError('not_connected')
    if (row.failure) throw new ProviderFailure(providers[place.source].name, row.failure)
    if (row.ended_at) return broughtBy(row)
    await wait(lookEvery)
  }
  return undefined
}

const broughtBy = ({ imported, updated, closed, skipped }: imports.Row): BroughtIn => ({
  counts: { imported, updated, closed },
  skipped,
})

function inWords(source: Source, { counts, skipped }: BroughtIn, language: Language): string {
  const speak = texts(language)
  const { name } = providers[source]
  const isSame = Object.values(counts).every((count) => count === 0)
  const result = isSame
    ? speak('backlogSettings.importedNothing', { source: name })
    : speak('backlogSettings.imported', { source: name, ...counts })
  if (skipped.length === 0) return result
  const named = [...skipped.slice(0, namedAtMost), ...(skipped.length > namedAtMost ? ['…'] : [])]
  const projects = formatList(language, named)
  return speak('backlogSettings.importedWithout', { result, projects })
}

/** Those of the member that go on, and the last ones of the other trackers. */
export async function readImports({ database }: Services, member: Member, language: Language): Promise<IssueImport[]> {
  const rows = await withTeamTransaction(database, member, (db) => imports.selectImports(db, member))
  return rows.map((row) => said(row, language))
}

/** @throws AppError not_found: also where a newer one of the same tracker has begun */
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
  if (!failure) return { ...shared, state: 'done', message: inWords(source, broughtBy(row), language) }
  const message = texts(language)(`providerFailures.${failure}`, { provider: providers[source].name })
  return { ...shared, state: 'failed', message }
}

/**
 * Reads the trackers of all members who want that by themselves and for whom it is time: hourly, and daily where somebody
 * has to do something first. What fails is recorded and stops nobody else's.
 * @throws AggregateError of what no tracker is to blame for, once all are done
 */
export async function syncDue(services: Parts): Promise<void> {
  const due = await selectDueSyncs(services)
  const limit = limitTo(syncsAtOnce)
  await all(
    due.map((one) =>
      limit(async () => {
        const { place, isNew } = await begin(services, one)
        if (isNew) await carryOut(services, place)
      }),
    ),
  )
}

/** Begins anew what a server that has ended was reading. @throws AggregateError as `syncDue` does */
export async function resumeLeft(services: Parts): Promise<void> {
  const { database, now } = services
  const times = () => ({ now: now(), quietSince: quietSince(now()) })
  const left = await withEveryTeamTransaction(database, (db) => imports.selectLeft(db, times().quietSince))
  await all(
    left.map(async (place) => {
      const attempts = await withTeamTransaction(database, place, (db) => imports.takeOver(db, place, times()))
      if (attempts === undefined) return
      if (attempts <= attemptsMost) await carryOut(services, place)
      else
        await withTeamTransaction(database, place, (db) => imports.endImport(db, place, { failure: 'broken' }, now()))
    }),
  )
}

async function all(imported: Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(imported)
  const unexpected = results.flatMap((result) =>
    result.status === 'rejected' && !(result.reason instanceof AppError) ? [result.reason as unknown] : [],
  )
  if (unexpected.length > 0) throw new AggregateError(unexpected, 'Some backlogs could not be brought up to date.')
}
