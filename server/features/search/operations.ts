import { setImmediate } from 'node:timers/promises'
import { wordsOf } from '#contract/found-words.ts'
import {
  type SearchKind,
  searchKinds,
  type SearchQuery,
  type SearchResult,
  type SearchResults,
} from '#contract/search.ts'
import { limits } from '#contract/limits.ts'
import type { Scope } from '#server/access/scope.ts'
import { type Db, withEveryTeamTransaction, withTeamTransaction } from '#server/db/database.ts'
import type { Services } from '#server/services.ts'
import { fairTurns, longWork } from '#server/load/turns.ts'
import { gramsOfTexts, gramsOfWords, holdsAll, snippetOf } from './words.ts'
import * as search from './sql.ts'

/**
 * The limits of running and waiting searches. A server may have only four connections, and more searches would take
 * those and the CPU that other requests need. A member who types has one search at a time. Five waiting ones are enough
 * for a member with several tabs or programs.
 */
const turns = fairTurns({ atOnce: 2, waitingMost: 5, longestWaitMs: 10_000 })

/**
 * The longest duration of one search in milliseconds, so that the next search does not wait long. A search of ordinary
 * texts takes 10 ms.
 */
const longest = 500

/**
 * Finds texts of the team that contain all of the words, newest first (N7.01). After half a second, the page ends early
 * and `next` says where to continue.
 * @param gone ends the search if the client disconnects
 * @throws AppError busy
 */
export const readResults = (
  { database }: Pick<Services, 'database'>,
  scope: Scope,
  query: SearchQuery,
  gone: AbortSignal,
): Promise<SearchResults> =>
  turns(scope, gone, async () => {
    const startedAt = performance.now()
    const words = wordsOf(query.q)
    const otherRequests = longWork()
    const results: SearchResult[] = []
    let before = parseCursor(query.cursor)
    while (!gone.aborted) {
      const { batch, isLast } = await readBatch(database, scope, query, { words, before })
      for (const { kind, id, day, written } of batch) {
        if (written && (await holdsAll(written.texts, words))) {
          if (results.length === limits.searchPage) return { results, next: cursorOf(results.at(-1)!) }
          await setImmediate() // a snippet may take 30 ms
          results.push(resultOf({ kind, id, day }, written, words))
        }
        await otherRequests()
        if (gone.aborted || performance.now() - startedAt > longest)
          return { results, next: cursorOf({ date: day, id }) }
      }
      if (isLast) break
      before = batch.at(-1)
    }
    return { results, next: null }
  })

const cursorOf = ({ date, id }: Pick<SearchResult, 'date' | 'id'>) => `${date}_${id}`

function resultOf(
  { kind, id, day }: search.SearchPosition & { kind: SearchKind },
  { user_id, user_name, about, report_time, ...written }: search.FoundTexts,
  words: readonly string[],
): SearchResult {
  const more = { ...(about && { about }), ...(report_time && { report_time }) }
  return { kind, id, date: day, user_id, user_name, ...snippetOf(written, words), ...more }
}

const atOnce = 2 * limits.searchPage // texts are checked together

/**
 * Reads the next texts that may contain the words, newest first. Uses its own transaction, because the check of the
 * texts takes long and must not occupy a connection.
 */
const readBatch = (
  database: Services['database'],
  scope: Scope,
  { kind: only, user_id, from, until }: SearchQuery,
  { words, before }: { words: readonly string[]; before: search.SearchPosition | undefined },
) =>
  withTeamTransaction(database, scope, async (db) => {
    const kinds = only ? [only] : searchKinds
    const grams = gramsOfWords(words, scope.teamId)
    const wanted = { user_id, from, until, grams, limit: atOnce, before }
    const found = await Promise.all(
      kinds.map(async (kind) => {
        const places = await search.selectCandidates(db, scope, kind, wanted)
        return places.map(({ day, id }) => ({ kind, day, id }))
      }),
    )
    const candidates = found.flat().toSorted(newestFirst)
    const batch = candidates.slice(0, atOnce)
    const read = await Promise.all(
      kinds.map(async (kind) => {
        const ids = batch.filter((candidate) => candidate.kind === kind).map(({ id }) => id)
        const rows = ids.length > 0 ? await search.selectTexts(db, scope, kind, ids) : []
        return [kind, new Map(rows.map((row) => [row.id, row]))] as const
      }),
    )
    const byKind = new Map(read)
    return {
      batch: batch.map(({ kind, day, id }) => ({ kind, day, id, written: byKind.get(kind)?.get(id) })),
      isLast: candidates.length < atOnce,
    }
  })

const newestFirst = (one: search.SearchPosition, other: search.SearchPosition) =>
  cursorOf({ date: one.day, id: one.id }) < cursorOf({ date: other.day, id: other.id }) ? 1 : -1

function parseCursor(cursor: string | undefined): search.SearchPosition | undefined {
  const [day, id] = cursor?.split('_') ?? []
  return day && id ? { day, id } : undefined
}

/**
 * Adds the words of reports, insights or comments to the search index. Must run in the transaction that writes the
 * text.
 */
export async function indexTexts(
  db: Db,
  { teamId }: Pick<Scope, 'teamId'>,
  kind: SearchKind,
  ...written: readonly { id: string; texts: readonly string[] }[]
): Promise<void> {
  const entries = written.map(({ id, texts }) => ({ id, grams: gramsOfTexts(texts, teamId) }))
  await search.upsertEntries(db, { teamId }, kind, entries)
}

/**
 * Removes texts from the index. Must run, in the same transaction, before texts get an earlier time: the index accepts
 * only newer texts.
 */
export const forgetTexts = (
  db: Db,
  team: Pick<Scope, 'teamId'>,
  kind: SearchKind,
  ids: readonly string[],
): Promise<unknown> => search.deleteEntries(db, team, kind, ids)

const indexedAtOnce = 500

/** Indexes the texts that a server of an earlier version has written without indexing them. */
export async function backfillSearchIndex({ database }: Pick<Services, 'database'>): Promise<void> {
  const otherRequests = longWork()
  const nobody = '00000000-0000-0000-0000-000000000000'
  for (const kind of searchKinds) {
    let after = { team_id: nobody, id: nobody }
    for (;;) {
      const next = await withEveryTeamTransaction(database, async (db) => {
        const left = await search.selectUnindexed(db, kind, after, indexedAtOnce)
        for (const teamId of new Set(left.map(({ team_id }) => team_id))) {
          const entries = []
          for (const { id, written_at, texts } of left.filter(({ team_id }) => team_id === teamId)) {
            entries.push({ id, written_at, grams: gramsOfTexts(texts, teamId) })
            await otherRequests()
          }
          await search.upsertEntries(db, { teamId }, kind, entries)
        }
        return left.at(-1)
      })
      if (!next) break
      after = next
    }
  }
}
