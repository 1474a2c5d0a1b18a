// Measures the search in a team of 100 members and 10,000 reports. The embedded database has ten such teams, or the given
// number. Measures the time to fill the index, its size, and the time to find common and rare words. With 100 teams, which
// have a million reports, filling takes half an hour on a busy machine. Run with: node bench/search.ts [teams]
import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { v7 as newId } from 'uuid'
import { SearchQuery } from '#contract/search.ts'
import type { Scope } from '#server/access/scope.ts'
import { withEveryTeamTransaction, openDatabase } from '#server/db/database.ts'
import { backfillSearchIndex, readResults } from '#server/features/search/operations.ts'
import type { Services } from '#server/services.ts'
import { startNewDatabase } from '#server/testing/embedded-database.ts'
import { figure } from './figure.ts'
import { seed } from './seed.ts'

const size = { teams: Number(process.argv[2] ?? 10), members: 100, days: 0 }
const days = 100
const today = '2026-10-23'
const questions = 200
const most = { p50: 8, p99: 100 } // milliseconds

const syllables =
  'あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわん設計実装確認会議資料作成修正画面予約検索通知'
let state = 20_261_023
const dice = () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647
const letters = (alphabet: string, least: number, spread: number) =>
  Array.from(
    { length: least + Math.floor(dice() * spread) },
    () => alphabet[Math.floor(dice() * alphabet.length)],
  ).join('')
/** Invented words. `word` chooses the n-th word 1/n times as often as the first, as in real text (Zipf's law). */
const vocabulary = Array.from({ length: 20_000 }, (_, n) =>
  n % 3 === 0 ? ` ${letters('abcdefghijklmnopqrstuvwxyz', 3, 8)} ` : letters(syllables, 2, 4),
)
const word = () => vocabulary[Math.floor(vocabulary.length ** dice()) - 1]!
const text = () => {
  let written = ''
  while (written.length < 133) written += word()
  return written
}

const { connection, stop } = await startNewDatabase('asakai-bench-')
const database = openDatabase({ ...connection, max: 2 }, () => {})
await seed(database, size, today)
const members = await withEveryTeamTransaction(database, (db) =>
  db.selectFrom('users').select(['team_id', 'id']).execute(),
)

const client = new pg.Client(connection)
await client.connect()
// COPY rejects tables whose row-level security binds the owner.
await client.query('alter table reports no force row level security, disable trigger user')
const columns =
  'team_id, id, user_id, report_date, yesterday_work, today_plan, issues, report_time, created_at, updated_at'
function* rows() {
  for (let day = days; day > 0; day -= 1) {
    const date = new Date(Date.parse(today) - day * 86_400_000).toISOString().slice(0, 10)
    for (const { team_id, id } of members)
      yield (
        [team_id, newId(), id, date, '', text(), '', 'morning', `${date} 09:00Z`, `${date} 09:00Z`].join('\t') + '\n'
      )
  }
}
await pipeline(Readable.from(rows()), client.query(copyFrom(`copy reports (${columns}) from stdin`)))
await client.query('alter table reports force row level security, enable trigger user')

const services = { database } as Services
const startedAt = performance.now()
await backfillSearchIndex(services)
const filled = (performance.now() - startedAt) / 1_000
await client.query('vacuum analyze')
const bytes = async (relation: string) =>
  Number((await client.query(`select pg_total_relation_size('${relation}') as size`)).rows[0].size) / 2 ** 20
console.log(
  `${members.length * days} reports indexed in ${filled.toFixed(0)} s; ${(await bytes('report_grams')).toFixed(0)} MB, of which words ${(await bytes('report_grams_words')).toFixed(0)} MB`,
)

const scope = { teamId: members[0]!.team_id, userId: members[0]!.id, isAdmin: false } as Scope
const ask = async (q: string) => {
  const from = performance.now()
  const { results } = await readResults(services, scope, SearchQuery.parse({ q }), new AbortController().signal)
  return { q, took: performance.now() - from, found: results.length }
}
for (const [kind, query] of Object.entries({
  'common words': () => vocabulary[Math.floor(dice() * 50)]!,
  'any words': word,
  'rare words': () => vocabulary[vocabulary.length - 1 - Math.floor(dice() * 5_000)]!,
  'two words': () => `${word()} ${word()}`,
  'two characters': () => letters(syllables, 2, 1),
  'what nobody wrote': () => letters('ヰヱヲヵヶ', 4, 3),
})) {
  const took: number[] = []
  let found = 0
  for (let question = 0; question < questions; question += 1) {
    const q = query().trim()
    if (q.length < 2) continue
    const answer = await ask(q)
    took.push(answer.took)
    found += Math.sign(answer.found)
  }
  took.sort((one, other) => one - other)
  const [p50, p99] = [took[Math.floor(took.length / 2)]!, took[Math.floor(took.length * 0.99)]!]
  figure({
    name: `searching ${members.length * days} reports for ${kind} (${found} of ${took.length} found)`,
    goal: `p50 under ${most.p50}, p99 under ${most.p99} ms`,
    value: `${p50.toFixed(1)}, ${p99.toFixed(1)} ms`,
    holds: p50 < most.p50 && p99 < most.p99,
  })
}
await sql`select 1`.execute(database)
await client.end()
await database.destroy()
await stop()
process.exit()
