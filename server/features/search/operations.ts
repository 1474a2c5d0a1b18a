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
import { longWork } from '#server/turns.ts'
import { gramsOfTexts, gramsOfWords, holdsAll, snippetOf } from './words.ts'
import * as search from './sql.ts'

/** What the team has written that holds all of the words, newest first (N7.01). */
export const readResults = ({ database }: Services, scope: Scope, query: SearchQuery): Promise<SearchResults> =>
  withTeamTransaction(database, scope, async (db) => {
    const found: SearchResult[] = []
    for (const kind of query.kind ? [query.kind] : searchKinds) found.push(...(await resultsOf(db, scope, kind, query)))
    const results = found.toSorted((one, other) => (placeOf(one) < placeOf(other) ? 1 : -1)).slice(0, limits.searchPage)
    return { results, next: found.length > limits.searchPage ? placeOf(results.at(-1)!) : null }
  })

const placeOf = ({ date, id }: SearchResult) => `${date}_${id}`

const atOnce = 2 * limits.searchPage // of which the words are read together

/** One more of the kind than a page has says whether there is more. */
async function resultsOf(db: Db, scope: Scope, kind: SearchKind, query: SearchQuery): Promise<SearchResult[]> {
  const words = wordsOf(query.q)
  const { user_id, from, until, cursor } = query
  const wanted = { user_id, from, until, grams: gramsOfWords(words, scope.teamId), limit: atOnce }
  const results: SearchResult[] = []
  let before = placeIn(cursor)
  for (;;) {
    const candidates = await search.selectCandidates(db, scope, kind, { ...wanted, before })
    const written = await search.selectWords(
      db,
      scope,
      kind,
      candidates.map(({ id }) => id),
    )
    const byId = new Map(written.map((each) => [each.id, each]))
    for (const { id, day } of candidates) {
      const here = byId.get(id)
      if (!here || !(await holdsAll(here.texts, words))) continue
      await setImmediate() // a snippet may take 30 ms
      const { user_name, about, report_time } = here
      results.push({
        kind,
        id,
        date: day,
        user_id: here.user_id,
        user_name,
        ...snippetOf(here, words),
        ...(about && { about }),
        ...(report_time && { report_time }),
      })
      if (results.length > limits.searchPage) return results
    }
    if (candidates.length < atOnce) return results
    before = candidates.at(-1)
  }
}

function placeIn(cursor: string | undefined): search.Place | undefined {
  const [day, id] = cursor?.split('_') ?? []
  return day && id ? { day, id } : undefined
}

/** Within the transaction that writes it: what can be searched for in a report or an insight from now on. */
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
 * Removes texts from the index. Needed before they get an earlier time, in the same transaction: the index takes newer
 * texts only.
 */
export const forgetTexts = (
  db: Db,
  team: Pick<Scope, 'teamId'>,
  kind: SearchKind,
  ids: readonly string[],
): Promise<unknown> => search.deleteEntries(db, team, kind, ids)

const indexedAtOnce = 500

/** What a version has written that did not know of the search, the one before it included. */
export async function indexUnindexed({ database }: Pick<Services, 'database'>): Promise<void> {
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
