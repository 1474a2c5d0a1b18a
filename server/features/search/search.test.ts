import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { SearchResults } from '#contract/search.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { type Member, team } from '#server/testing/team.ts'
import { backfillSearchIndex } from './operations.ts'
import { fold } from '#contract/fold.ts'

const draft = (report_date: string, today_plan: string, more = {}) => ({
  report_date,
  yesterday_work: '',
  today_plan,
  issues: '',
  ...more,
})
const file = async (who: Pick<Member, 'post'>, date: string, text: string, more = {}): Promise<string> => {
  const { status, body } = await who.post('/daily-reports', draft(date, text, more))
  expect(status).toBe(201)
  return body.id
}
const search = async ({ get }: Pick<Member, 'get'>, query: Record<string, string>) => {
  const { status, body } = await get(`/search?${new URLSearchParams(query).toString()}`)
  return { status, body: body as SearchResults }
}
const dates = async (who: Pick<Member, 'get'>, q: string, filters = {}) =>
  (await search(who, { q, ...filters })).body.results.map(({ date }) => date)

test('a search finds reports and insights by words, newest first', async () => {
  const { member } = await team({ now: new Date('2026-10-23T01:00:00Z') })
  const [misaki, ren] = [await member('佐伯', { first_name: '美咲' }), await member('早川')]
  const older = await file(ren, '2026-10-20', '予約画面の設計\nレビュー')
  const newer = await file(misaki, '2026-10-22', '設計を直す', { issues: '設計の相談' })
  const { body: insight } = await misaki.post('/insights', { type: 'keep', note: '設計を先に話す' })
  await file(ren, '2026-10-21', '実装')
  const { status, body } = await search(ren, { q: '設計' })
  expect(status).toBe(200)
  expect(body.next).toBeNull()
  expect(body.results).toEqual([
    {
      kind: 'insight',
      id: insight.id,
      date: '2026-10-23',
      user_id: misaki.user.id,
      user_name: '佐伯 美咲',
      part: 'keep',
      snippet: [
        { text: '設計', hit: true },
        { text: 'を先に話す', hit: false },
      ],
    },
    expect.objectContaining({ kind: 'report', id: newer, date: '2026-10-22' }),
    expect.objectContaining({
      kind: 'report',
      id: older,
      part: 'today_plan',
      snippet: [
        { text: '予約画面の', hit: false },
        { text: '設計', hit: true },
      ],
    }),
  ])
})

test('a search can be limited to a member, a date range and a kind of text', async () => {
  const { member } = await team({ now: new Date('2026-10-23T01:00:00Z') })
  const [misaki, ren] = [await member('佐伯'), await member('早川')]
  await file(ren, '2026-10-20', '設計')
  await file(misaki, '2026-10-21', '設計')
  await file(ren, '2026-10-22', '設計')
  await ren.post('/insights', { type: 'keep', note: '設計' })
  expect(await dates(misaki, '設計', { user_id: misaki.user.id })).toEqual(['2026-10-21'])
  expect(await dates(misaki, '設計', { kind: 'insight' })).toEqual(['2026-10-23'])
  expect(await dates(misaki, '設計', { kind: 'report', from: '2026-10-21', until: '2026-10-22' })).toEqual([
    '2026-10-22',
    '2026-10-21',
  ])
  expect(await dates(misaki, '設計', { until: '2026-10-21' })).toEqual(['2026-10-21', '2026-10-20'])
})

test('a search finds a comment as long as the commented report or insight exists', async () => {
  const { member } = await team({ now: new Date('2026-10-23T01:00:00Z') })
  const ren = await member()
  const insight = async (note: string) => (await ren.post('/insights', { type: 'keep', note })).body.id as string
  const [first, second] = [await insight('朝会'), await insight('夕会')]
  for (const id of [first, second]) await ren.post(`/insights/${id}/comments`, { body: '設計の件' })
  const about = async () => (await search(ren, { q: '設計' })).body.results.map((result) => result.about)
  const of = (id: string) => ({ subject: 'insight', id, date: '2026-10-23' })
  expect(await about()).toEqual([of(second), of(first)])
  await ren.delete(`/insights/${second}`)
  expect(await about()).toEqual([of(first)])
})

test('a search returns 21 results a page, even if many are of one day', async () => {
  const { member } = await team({ now: new Date('2026-10-23T01:00:00Z') })
  const ren = await member()
  for (let day = 1; day <= 22; day += 1) await file(ren, `2026-09-${String(day).padStart(2, '0')}`, `設計 ${day}`)
  for (let note = 1; note <= 70; note += 1) await ren.post('/insights', { type: 'try', note: `設計 ${note}` })
  const seen: string[] = []
  const sizes: number[] = []
  let next: string | null = ''
  while (next !== null) {
    const { body } = await search(ren, { q: '設計', ...(next && { cursor: next }) })
    seen.push(...body.results.map(({ id }) => id))
    sizes.push(body.results.length)
    next = body.next
  }
  expect([sizes, new Set(seen).size]).toEqual([[21, 21, 21, 21, 8], 92])
})

describe('what is found is what is there', () => {
  test('a search finds an edited or moved report, but not a deleted one', async () => {
    const { member } = await team({ now: new Date('2026-10-23T01:00:00Z') })
    const ren = await member()
    const id = await file(ren, '2026-10-20', '設計')
    await ren.put(`/daily-reports/${id}`, draft('2026-10-21', '実装'))
    expect([await dates(ren, '設計'), await dates(ren, '実装')]).toEqual([[], ['2026-10-21']])
    await ren.delete(`/daily-reports/${id}`)
    expect(await dates(ren, '実装')).toEqual([])

    const { body } = await ren.post('/insights', { type: 'keep', note: '朝会' })
    await ren.put(`/insights/${body.id}`, { type: 'keep', note: '夕会' })
    expect([await dates(ren, '朝会'), await dates(ren, '夕会')]).toEqual([[], ['2026-10-23']])
    await ren.delete(`/insights/${body.id}`)
    expect(await dates(ren, '夕会')).toEqual([])
    await ren.post('/insights', { type: 'keep', note: '夕会', id: body.id })
    expect(await dates(ren, '夕会')).toEqual(['2026-10-23'])
  })

  test('a search finds only texts of the caller’s team', async () => {
    const { member } = await team({ now: new Date('2026-10-23T01:00:00Z') })
    const stranger = await (await team()).member()
    const [misaki, ren] = [await member('佐伯'), await member('早川')]
    await file(ren, '2026-10-20', '設計')
    expect([await dates(misaki, '設計'), await dates(stranger, '設計')]).toEqual([['2026-10-20'], []])
    expect((await ren.call('DELETE', '/users/me', { reports: 'erase' })).status).toBe(204)
    expect(await dates(misaki, '設計')).toEqual([])
  })

  test('a search finds texts that a version without the search index has written or changed', async () => {
    const { member, database, teamId, app } = await team({ now: new Date('2026-10-23T01:00:00Z') })
    const ren = await member()
    const [first, second] = [await file(ren, '2026-10-20', '設計'), await file(ren, '2026-10-21', '設計')]
    await ren.post('/insights', { type: 'keep', note: '設計' })
    await withTeamTransaction(database, { teamId }, async (db) => {
      await sql`delete from report_grams where team_id = ${teamId} and id = ${first}`.execute(db)
      await sql`delete from insight_grams where team_id = ${teamId}`.execute(db)
      await sql`update reports set today_plan = '実装', updated_at = now() where id = ${second}`.execute(db)
    })
    expect(await dates(ren, '設計')).toEqual([])
    for (const _ of [1, 2]) await backfillSearchIndex(app.services)
    expect([await dates(ren, '設計'), await dates(ren, '実装')]).toEqual([['2026-10-23', '2026-10-20'], ['2026-10-21']])
  })

  test('a search finds texts that have the same time or were edited during the indexing', async () => {
    const { member, database, teamId, app } = await team({ now: new Date('2026-10-23T01:00:00Z') })
    const ren = await member()
    const [first] = [await file(ren, '2026-10-20', '設計'), await file(ren, '2026-10-21', '設計')]
    const { body: insight } = await ren.post('/insights', { type: 'keep', note: '朝会' })
    await withTeamTransaction(database, { teamId }, (db) =>
      sql`update reports set updated_at = now() where team_id = ${teamId}`.execute(db),
    )
    await backfillSearchIndex(app.services)
    await withTeamTransaction(database, { teamId }, async (db) => {
      await sql`delete from report_grams where team_id = ${teamId} and id = ${first}`.execute(db)
      await sql`update insights set note = '夕会', edited_at = now() where id = ${insight.id}`.execute(db)
    })
    await backfillSearchIndex(app.services)
    expect(await dates(ren, '設計')).toEqual(['2026-10-21', '2026-10-20'])
    expect([await dates(ren, '朝会'), await dates(ren, '夕会')]).toEqual([[], ['2026-10-23']])
  })

  test('a search finds a thousand insights of two teams after indexing them', async () => {
    const teams = [await team(), await team()]
    const members = await Promise.all(teams.map(({ member }) => member()))
    for (const [index, { database, teamId }] of teams.entries())
      await withTeamTransaction(database, { teamId }, (db) =>
        sql`
          insert into insights (team_id, id, user_id, type, note, created_at)
          select team_id, ('0197a5c0-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, id, 'try', '番号' || n || '番', now()
          from users, generate_series(1001, 1501) n
          where team_id = ${teamId} and id = ${members[index]!.user.id}`.execute(db),
      )
    await backfillSearchIndex(teams[0]!.app.services)
    for (const who of members)
      for (let number = 1001; number <= 1501; number += 20)
        expect([number, (await dates(who, `番号${number}番`)).length]).toEqual([number, 1])
  })
})

test('only one source file queries the search index, which row-level security does not protect', () => {
  const root = fileURLToPath(new URL('../../', import.meta.url))
  const naming = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .filter((path) => /(?:report|insight)_grams/u.test(readFileSync(join(root, path), 'utf8')))
  expect(naming).toEqual([join('features', 'search', 'sql.ts')])
})

const alphabet = ['設', '計', '画', 'レ', 'ﾚ', 'ビ', 'ュ', 'ー', 'a', 'B', 'é', 'ß', 'õ', ' ', '。', '\n', '👍', '-']
/** Returns a function that returns numbers from 0 to 1, in the same order in each run. */
function dice(seed: number) {
  let state = seed
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647
}

test('a search returns the same results as a full scan for 200 random queries', async () => {
  const { member } = await team({ now: new Date('2026-10-23T01:00:00Z') })
  const ren = await member()
  const throwDice = dice(20_261_023)
  const write = (longest: number) =>
    Array.from(
      { length: 2 + Math.floor(throwDice() * longest) },
      () => alphabet[Math.floor(throwDice() * alphabet.length)],
    )
      .join('')
      .trim()
  const written = new Map<string, string>()
  const said = new Map<string, string>()
  for (let day = 0; day < 60; day += 1) {
    const date = new Date(Date.UTC(2026, 7, 1 + day)).toISOString().slice(0, 10)
    const text = write(80) || '設計'
    written.set(date, fold(text))
    const reportId = await file(ren, date, text)
    if (day % 2 === 1) continue
    const body = write(40) || '計画'
    const { body: comment } = await ren.post(`/daily-reports/${reportId}/comments`, { body })
    said.set(comment.id, fold(body))
    if (day % 6 === 0) {
      await ren.delete(`/comments/${comment.id}`)
      said.delete(comment.id)
    }
  }
  const foundIn = [0, 0]
  for (let question = 0; question < 200; question += 1) {
    const q = write(3)
    const kind = [{}, { kind: 'report' }, { kind: 'comment' }][question % 3]!
    const { status, body } = await search(ren, { q, ...kind })
    if (status === 400) continue // the server refuses a query that is shorter than two characters
    const words = fold(q).trim().split(/ +/u)
    const wanted = words.some((word) => word.length > 1) ? words : [fold(q).trim()]
    const holding = (texts: Map<string, string>) =>
      [...texts].filter(([, text]) => wanted.every((word) => text.includes(word))).map(([key]) => key)
    const [days, comments] = [holding(written).toReversed(), holding(said).toReversed()]
    foundIn[0]! += days.length
    foundIn[1]! += comments.length
    // Comments were written today, so they are newer than every report.
    const all = [...(kind.kind === 'report' ? [] : comments), ...(kind.kind === 'comment' ? [] : days)].slice(0, 21)
    expect([q, body.results.map((result) => (result.kind === 'comment' ? result.id : result.date))]).toEqual([q, all])
  }
  expect(Math.min(...foundIn)).toBeGreaterThan(100)
}, 30_000)

test.each([
  ['of nothing', ''],
  ['of one character', '設'],
  ['of one character and spaces', ' 設　'],
  ['of one emoji', '👨‍👩‍👧'],
  ['of 501 characters', 'あ'.repeat(501)],
  ['that cannot be stored', 'a\0b'],
])('a search %s is refused', async (_what, q) => {
  const ren = await (await team()).member()
  expect((await search(ren, { q })).status).toBe(400)
})

test.each(['あ'.repeat(500), '👍🎉', '%_%', "'; drop table reports; --", '\\d+', '.*', 'a b', '＿＿'])(
  'a search for %s finds nothing and causes no failure',
  async (q) => {
    const ren = await (await team()).member()
    await file(ren, '2026-10-20', '設計')
    expect(await search(ren, { q })).toMatchObject({ status: 200, body: { results: [], next: null } })
  },
)

test.each([{ kind: 'like' }, { user_id: '1' }, { from: '2026-02-30' }, { cursor: '2026-10-20' }])(
  'a search with %j is refused',
  async (filters) => {
    const ren = await (await team()).member()
    expect((await search(ren, { q: '設計', ...filters })).status).toBe(400)
  },
)
