import readWorkbook from 'read-excel-file/node'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { exportColumns } from '#contract/export.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { type Member, password, team } from '#server/testing/team.ts'

const now = new Date('2026-11-20T03:00:00Z')

/** Creates two members with reports on two days, an insight and a comment. */
async function twoDays() {
  const asakai = await team({ now })
  const [misaki, ren] = [await asakai.member('佐伯', { first_name: '美咲' }), await asakai.member('早川')]
  const write = (who: Member, report_date: string, yesterday_work: string) =>
    who.post('/daily-reports', { report_date, yesterday_work, today_plan: '実装', issues: '' })
  await write(ren, '2026-11-20', '=SUM(A1:A9)')
  const { body: report } = await write(misaki, '2026-11-19', '設計 "案"\n検討 😀 _x0041_')
  const { body: insight } = await misaki.post('/insights', { type: 'keep', note: '朝会' })
  const { body: comment } = await ren.post(`/daily-reports/${report.id}/comments`, { body: '読みました' })
  const { body: gone } = await ren.post(`/daily-reports/${report.id}/comments`, { body: '消す' })
  await ren.delete(`/comments/${gone.id}`)
  const take = (query: string, { tokens } = misaki) =>
    asakai.app.inject({ url: `/api/export?${query}`, headers: { authorization: `Bearer ${tokens.access_token}` } })
  const entries = async (query: string) => (await take(`format=json&${query}`)).json().entries
  return { ...asakai, misaki, ren, report, insight, comment, take, entries }
}

test('the JSON export contains all texts of the team, by kind and oldest first (N10.04)', async () => {
  const { entries, misaki, ren, report, insight, comment } = await twoDays()
  const of = ({ user }: Member) => ({ user_id: user.id, email: user.email })
  expect(await entries('')).toEqual([
    {
      kind: 'report',
      id: report.id,
      ...of(misaki),
      user_name: '佐伯 美咲',
      date: '2026-11-19',
      yesterday_work: '設計 "案"\n検討 😀 _x0041_',
      today_plan: '実装',
      issues: '',
      created_at: '2026-11-20T12:00:00+09:00',
      edited_at: null,
      report_time: 'morning',
      added_later: 'false',
    },
    expect.objectContaining({ kind: 'report', date: '2026-11-20', ...of(ren) }),
    expect.objectContaining({ kind: 'insight', id: insight.id, type: 'keep', text: '朝会', date: '2026-11-20' }),
    expect.objectContaining({ kind: 'comment', id: comment.id, report_id: report.id, text: '読みました', ...of(ren) }),
  ])
})

test('an export can be limited to a range of days and a member', async () => {
  const { entries, ren } = await twoDays()
  const kinds = async (query: string) => (await entries(query)).map((entry: { kind: string }) => entry.kind)
  expect(await kinds('until=2026-11-19')).toEqual(['report'])
  expect(await kinds('from=2026-11-20&until=2026-11-20')).toEqual(['report', 'insight', 'comment'])
  expect(await kinds(`user_id=${ren.user.id}`)).toEqual(['report', 'comment'])
  expect(await kinds('from=2026-11-21')).toEqual([])
})

test('a spreadsheet shows the texts of the CSV export unchanged and runs no formula', async () => {
  const { take } = await twoDays()
  const { headers, body } = await take('format=csv&until=2026-11-20')
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="asakai_2026-11-20.csv"',
    'cache-control': 'no-store',
  })
  expect(body).toMatch(/^\uFEFF"kind","date","email","user_name","yesterday_work","today_plan","issues",/u)
  expect(body).toContain(`"佐伯 美咲","設計 ""案""\n検討 😀 _x0041_","実装",""`)
  expect(body).toContain(`"'=SUM(A1:A9)"`)
})

test('an independent library reads the texts of the XLSX export unchanged', async () => {
  const { take } = await twoDays()
  const { headers, rawPayload } = await take('format=xlsx&from=2026-11-19')
  expect(headers['content-disposition']).toBe('attachment; filename="asakai_2026-11-19.xlsx"')
  const [sheet] = await readWorkbook(rawPayload)
  const [names, ...rows] = sheet!.data
  expect(names).toEqual(exportColumns)
  const column = (name: (typeof exportColumns)[number]) => rows.map((row) => row[exportColumns.indexOf(name)])
  expect(column('kind')).toEqual(['report', 'report', 'insight', 'comment'])
  expect(column('yesterday_work')).toEqual(['設計 "案"\n検討 😀 _x0041_', '=SUM(A1:A9)', null, null])
})

test('an export names a former member without an email address', async () => {
  const { entries, ren } = await twoDays()
  await ren.call('DELETE', '/users/me', { password, reports: 'keep' })
  expect(await entries('until=2026-11-20')).toContainEqual(
    expect.objectContaining({ kind: 'report', date: '2026-11-20', user_name: '早川 直樹', email: null }),
  )
})

test('an export in several batches contains each entry once', async () => {
  const asakai = await team({ now })
  const me = await asakai.member()
  await withTeamTransaction(asakai.database, asakai, (db) =>
    sql`
      insert into insights (team_id, id, user_id, type, note, created_at)
      select team_id, md5(n::text)::uuid, id, 'keep', n::text, timestamptz '2026-11-01' + n / 3 * interval '1 microsecond'
      from users, generate_series(1, 1200) n where team_id = ${asakai.teamId} and id = ${me.user.id}`.execute(db),
  )
  const { body } = await me.get('/export?format=json')
  const numbers = body.entries.map((entry: { text: string }) => Number(entry.text))
  expect(numbers.toSorted((one: number, other: number) => one - other)).toEqual(
    Array.from({ length: 1200 }, (_, index) => index + 1),
  )
})

test.each([
  ['format=xls', 400],
  ['', 400],
  ['format=csv&from=2026-11-20&until=2026-11-19', 400],
  ['format=csv&from=2026-02-30', 400],
  ['format=csv&user_id=1', 400],
])('an export rejects the query “%s”', async (query, status) => {
  const { app, member } = await team()
  const { tokens } = await member()
  const headers = { authorization: `Bearer ${tokens.access_token}` }
  expect((await app.inject({ url: `/api/export?${query}`, headers })).statusCode).toBe(status)
})
