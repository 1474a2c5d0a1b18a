import { expect, test } from 'vitest'
import type { Mention } from '#contract/comments.ts'
import type { DayReport } from '#contract/reports.ts'
import { reportFields } from '#contract/report-fields.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { type Member, password, team } from '#server/testing/team.ts'

const date = '2026-11-20'
const usualTexts = { yesterday_work: '設計', today_plan: '実装', issues: '' }
type Draft = Partial<typeof usualTexts> & { report_date?: string; mentions?: string[] }

const forMe = async (who: Member): Promise<{ mentions: Mention[]; unread: number }> => (await who.get('/mentions')).body
const words = async (who: Member) => (await forMe(who)).mentions.map(({ body }) => body)

async function morning() {
  const asakai = await team({ now: new Date(`${date}T03:00:00Z`) })
  const [misaki, ren, yukari] = [
    await asakai.member('佐伯', { first_name: '美咲' }),
    await asakai.member('早川', { preferred_name: '早川' }),
    await asakai.member('藤井', { preferred_name: '藤井 ゆかり' }),
  ]
  const file = async (draft: Draft, who = misaki) =>
    (await who.post('/daily-reports', { report_date: date, ...usualTexts, ...draft })).body as { id: string }
  const edit = async (id: string, draft: Draft) => {
    const { status } = await misaki.put(`/daily-reports/${id}`, { report_date: date, ...usualTexts, ...draft })
    expect(status).toBe(200)
  }
  const marked = async (on = date) =>
    ((await misaki.get(`/daily-reports?report_date=${on}`)).body.reports as DayReport[]).map(({ mentions }) => mentions)
  return { ...asakai, misaki, ren, yukari, file, edit, marked }
}

test.each(reportFields)('a report mentions the member whose name is in %s (E5.16)', async (field) => {
  const { misaki, ren, yukari, file, marked } = await morning()
  const { id } = await file({ [field]: '- 型の整理\n- @早川 さんにレビューを頼む' })
  expect((await forMe(ren)).mentions).toEqual([
    {
      id: expect.any(String),
      why: 'mention',
      read: false,
      comment_id: null,
      subject: 'report',
      subject_id: id,
      date,
      user_id: misaki.user.id,
      user_name: '佐伯 美咲',
      body: '- @早川 さんにレビューを頼む',
      created_at: `${date}T12:00:00+09:00`,
    },
  ])
  expect([(await forMe(ren)).unread, await words(yukari), await words(misaki)]).toEqual([1, [], []])
  expect(await marked()).toEqual([[ren.user.id]])
})

test('a report that names a member in several lines mentions the member once', async () => {
  const { ren, yukari, file } = await morning()
  await file({ yesterday_work: '@早川 と設計', today_plan: '@早川 と設計\n@藤井 ゆかり に確認', issues: '@早川 待ち' })
  expect(await words(ren)).toEqual(['@早川 と設計\n@早川 待ち'])
  expect(await words(yukari)).toEqual(['@藤井 ゆかり に確認'])
})

test.each([
  ['the writer’s own name', '@佐伯 美咲'],
  ['the name of a deactivated member', '@退職者'],
  ['the name of a member of another team', '@他社'],
  ['an email address with a member’s name', 'x@早川 を見る a@早川'],
  ['a longer word that begins with a member’s name', '@Annabelle'],
])('a report mentions nobody if its text contains %s', async (_what, today_plan) => {
  const here = await morning()
  await here.member('Ann', { preferred_name: 'Ann' })
  const gone = await here.member('退職者', { preferred_name: '退職者' })
  await withTeamTransaction(here.database, here, (db) =>
    db
      .updateTable('users')
      .set({ is_active: false })
      .where('team_id', '=', here.teamId)
      .where('id', '=', gone.user.id)
      .execute(),
  )
  const other = await (await team({ now: here.clock.now })).member('他社', { preferred_name: '他社' })
  await here.file({
    today_plan: today_plan.replace('x@', 'x1@').replace('a@', 'b_@'),
    mentions: [other.user.id, gone.user.id],
  })
  const rows = await withTeamTransaction(here.database, here, (db) =>
    db.selectFrom('mentions').where('team_id', '=', here.teamId).selectAll().execute(),
  )
  expect([rows, await here.marked()]).toEqual([[], [[]]])
})

test('of two members with the same name, a report mentions the one whom the author chose', async () => {
  const { member, file, edit, marked } = await morning()
  const [one, other] = [
    await member('小林', { preferred_name: '小林' }),
    await member('小林', { preferred_name: '小林' }),
  ]
  const { id } = await file({ today_plan: '@小林 確認', mentions: [other.user.id] })
  expect([await words(one), await words(other)]).toEqual([[], ['@小林 確認']])
  await edit(id, { today_plan: '@小林 確認\n結合' })
  expect(await marked()).toEqual([[other.user.id]])
  // The same text can mean the other member of that name.
  await edit(id, { today_plan: '@小林 確認\n結合', mentions: [one.user.id] })
  expect([await marked(), await words(one), await words(other)]).toEqual([[[one.user.id]], ['@小林 確認'], []])
})

test('a report mentions both members with the same name if the author chose neither', async () => {
  const { member, file, marked } = await morning()
  const both = [await member('小林', { preferred_name: '小林' }), await member('小林', { preferred_name: '小林' })]
  await file({ today_plan: '@小林 確認' })
  expect((await marked())[0]!.toSorted()).toEqual(both.map(({ user }) => user.id).toSorted())
})

test('editing a report updates its mentions and keeps their read state', async () => {
  const { ren, yukari, file, edit, marked } = await morning()
  const { id } = await file({ today_plan: '@早川 確認' })
  const [before] = (await forMe(ren)).mentions
  await edit(id, { today_plan: '@藤井 ゆかり 確認' })
  expect([await words(ren), await words(yukari), await marked()]).toEqual([
    [],
    ['@藤井 ゆかり 確認'],
    [[yukari.user.id]],
  ])
  expect((await forMe(ren)).unread).toBe(0)
  await yukari.put(`/mentions/${(await forMe(yukari)).mentions[0]!.id}/read`, undefined)
  await edit(id, { today_plan: '@藤井 ゆかり 再確認', issues: '@早川 待ち' })
  expect((await forMe(yukari)).mentions).toMatchObject([{ read: true, body: '@藤井 ゆかり 再確認' }])
  expect((await forMe(ren)).mentions).toMatchObject([{ id: before!.id, read: false, body: '@早川 待ち' }])
})

test('a mention stays read after an edit if its line was read before', async () => {
  const { ren, yukari, file } = await morning()
  await file({ report_date: '2026-11-19', today_plan: '・@早川 確認\n・@藤井 ゆかり 確認' })
  await ren.post('/mentions/read', {})
  await yukari.post('/mentions/read', {})
  await file({ yesterday_work: '@早川 確認\n@藤井 ゆかり 確認', today_plan: '@藤井 ゆかり 結合' })
  expect([(await forMe(ren)).mentions.map(({ read }) => read), (await forMe(ren)).unread]).toEqual([[true, true], 0])
  expect((await forMe(yukari)).unread).toBe(1)
})

test.each([
  [
    'opening the mention',
    (who: Member, _id: string, mention: Mention) => who.put(`/mentions/${mention.id}/read`, undefined),
  ],
  ['opening the comments of the report', (who: Member, id: string) => who.post('/mentions/read', { subject_id: id })],
  ['reading the report', (who: Member, id: string) => who.put(`/daily-reports/${id}/read`, undefined)],
  ['reading the day', (who: Member) => who.post('/daily-reports/read', { date })],
])('a mention is marked as read for the mentioned member only by %s', async (_how, read) => {
  const { ren, yukari, file } = await morning()
  const { id } = await file({ today_plan: '@早川 @藤井 ゆかり 確認' })
  expect((await read(ren, id, (await forMe(ren)).mentions[0]!)).status).toBeLessThan(300)
  expect([(await forMe(ren)).unread, (await forMe(yukari)).unread]).toEqual([0, 1])
})

test('deleting and restoring a report deletes and restores its mentions', async () => {
  const { misaki, ren, yukari, file, marked } = await morning()
  const { id } = await file({ today_plan: '@早川 @藤井 ゆかり 確認' })
  await ren.post(`/daily-reports/${id}/comments`, { body: '見ます' })
  await ren.post('/mentions/read', {})
  await misaki.delete(`/daily-reports/${id}`)
  expect([await words(ren), await words(yukari)]).toEqual([[], []])
  expect((await misaki.post(`/daily-reports/${id}/restore`)).status).toBe(200)
  expect([(await forMe(ren)).unread, (await forMe(yukari)).unread]).toEqual([0, 1])
  expect((await marked())[0]).toEqual([ren.user.id, yukari.user.id])
})

test('an imported report mentions no one, even after an edit that keeps the text', async () => {
  const { misaki, ren, yukari, edit, marked } = await morning()
  const table = `date,yesterday,today,blockers\n${date},設計,@早川 確認,`
  expect((await misaki.post('/import', table, { 'content-type': 'text/csv' })).status).toBeLessThan(300)
  const [{ id, today_plan }] = (await misaki.get(`/daily-reports?report_date=${date}`)).body.reports
  expect([today_plan, await words(ren), await marked()]).toEqual(['@早川 確認', [], [[]]])
  await edit(id, { today_plan: '@早川 確認\n@藤井 ゆかり 結合' })
  expect([(await forMe(ren)).unread, (await forMe(yukari)).unread, await words(misaki)]).toEqual([0, 1, []])
})

test('a mention shows the report’s new text after an import replaced the report', async () => {
  const { misaki, ren, file } = await morning()
  await file({ today_plan: '@早川 確認' })
  const table = `date,yesterday,today,blockers\n${date},設計,結合,`
  expect((await misaki.post('/import?existing=replace', table, { 'content-type': 'text/csv' })).status).toBeLessThan(
    300,
  )
  expect(await words(ren)).toEqual(['設計\n結合\n'])
})

test('the mentions of a leaving member are deleted', async () => {
  const { database, ren, file, teamId, marked } = await morning()
  await file({ today_plan: '@早川 確認' })
  expect(await marked()).toEqual([[ren.user.id]])
  expect((await ren.call('DELETE', '/users/me', { reports: 'keep', password })).status).toBe(204)
  const rows = await withTeamTransaction(database, { teamId }, (db) =>
    db.selectFrom('mentions').where('team_id', '=', teamId).selectAll().execute(),
  )
  expect([rows, await marked()]).toEqual([[], [[]]])
})
