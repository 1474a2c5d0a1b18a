import { expect, test } from 'vitest'
import { v7 as newId } from 'uuid'
import type { Comment, Mention } from '#contract/comments.ts'
import type { Insight } from '#contract/insights.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { password, type Member, team } from '#server/testing/team.ts'
import { forgetDeletedComments } from './operations.ts'

const date = '2026-11-20'
const draft = { report_date: date, yesterday_work: '設計', today_plan: '実装', issues: '' }
const noon = new Date('2026-11-20T03:00:00Z')

/** Creates Misaki, Ren and Yukari. Misaki has written a report and an insight. The others read both. */
async function morning() {
  const asakai = await team({ now: noon })
  const [misaki, ren, yukari] = [
    await asakai.member('佐伯', { first_name: '美咲' }),
    await asakai.member('早川'),
    await asakai.member('藤井'),
  ]
  const { body: report } = await misaki.post('/daily-reports', draft)
  const { body: insight } = await misaki.post('/insights', { type: 'keep', note: '朝会' })
  const places = { report: `/daily-reports/${report.id}/comments`, insight: `/insights/${insight.id}/comments` }
  return { ...asakai, misaki, ren, yukari, report, insight, places }
}
const thread = async (who: Member, place: string): Promise<Comment[]> => (await who.get(place)).body.comments
const forMe = async (who: Member): Promise<{ mentions: Mention[]; unread: number }> => (await who.get('/mentions')).body
const whys = async (who: Member) => (await forMe(who)).mentions.map(({ why, body }) => `${why} ${body}`)

test.each(['report', 'insight'] as const)(
  'any member can comment on a %s and read its comments in order (N5.02)',
  async (of) => {
    const { misaki, ren, yukari, places, clock } = await morning()
    const first = await ren.post(places[of], { body: ' 境界値の一覧をもらえますか。\n' })
    expect(first).toMatchObject({
      status: 201,
      body: { body: '境界値の一覧をもらえますか。', user_name: '早川 直樹', edited: false, mentions: [] },
    })
    clock.now = new Date(noon.getTime() + 60_000)
    await misaki.post(places[of], { body: '書いておきました。', mentions: [ren.user.id] })
    expect(await thread(yukari, places[of])).toEqual([
      first.body,
      expect.objectContaining({
        user_id: misaki.user.id,
        created_at: '2026-11-20T12:01:00+09:00',
        mentions: [ren.user.id],
      }),
    ])
    expect((await yukari.get(`${places[of]}?limit=1&offset=1`)).body.comments).toHaveLength(1)
  },
)

test('a comment mentions the author, named members and participants once each, never its writer', async () => {
  const { misaki, ren, yukari, places } = await morning()
  await ren.post(places.report, { body: '一', mentions: [ren.user.id] })
  await misaki.post(places.report, { body: '二', mentions: [ren.user.id, yukari.user.id, yukari.user.id] })
  await yukari.post(places.report, { body: '三', mentions: [misaki.user.id] })
  expect(await whys(misaki)).toEqual(['mention 三', 'own 一'])
  expect(await whys(ren)).toEqual(['reply 三', 'mention 二'])
  expect(await whys(yukari)).toEqual(['mention 二'])
})

test('a member can mark mentions as read one by one, by thread or all at once', async () => {
  const { misaki, ren, report, insight, places } = await morning()
  for (const place of [places.report, places.insight, places.report, places.insight])
    await ren.post(place, { body: '読みました' })
  const { mentions, unread } = await forMe(misaki)
  expect(unread).toBe(4)
  expect(mentions[0]).toMatchObject({
    why: 'own',
    read: false,
    subject: 'insight',
    subject_id: insight.id,
    date,
    user_id: ren.user.id,
  })
  expect(mentions[1]).toMatchObject({ subject: 'report', subject_id: report.id, date, body: '読みました' })
  for (const _twice of [1, 2])
    expect((await misaki.put(`/mentions/${mentions[0]!.id}/read`, undefined)).status).toBe(204)
  expect((await forMe(misaki)).unread).toBe(3)
  const { body: marked } = await misaki.post('/mentions/read', { subject_id: report.id })
  expect(marked).toEqual({ ids: expect.toSatisfy((ids: string[]) => ids.length === 2) })
  expect((await forMe(misaki)).unread).toBe(1)
  expect(await misaki.post('/mentions/read', {})).toMatchObject({ status: 200, body: { ids: { length: 1 } } })
  expect(await forMe(misaki)).toMatchObject({ unread: 0, mentions: { length: 4 } })
  expect((await ren.post('/mentions/unread', marked)).status).toBe(204)
  expect((await forMe(misaki)).unread).toBe(0)
  expect((await misaki.post('/mentions/unread', marked)).status).toBe(204)
  expect((await forMe(misaki)).unread).toBe(2)
  expect((await ren.put(`/mentions/${mentions[0]!.id}/read`, undefined)).status).toBe(404)
})

test('a thread is sorted by time and mentions only members who still take part in it', async () => {
  const { misaki, ren, yukari, places, clock } = await morning()
  const at = (minutes: number) => (clock.now = new Date(noon.getTime() + minutes * 60_000))
  const say = async (who: Member, place: string, body: string, mentions: string[] = []) =>
    (await who.post(place, { body, mentions })).body as Comment
  at(3)
  await say(ren, places.report, '三')
  at(2)
  const taken = await say(yukari, places.report, '二')
  expect(taken.body).toBe('二')
  await say(ren, places.insight, '別の話', [yukari.user.id, misaki.user.id])
  expect((await thread(misaki, places.report)).map(({ body }) => body)).toEqual(['二', '三'])
  expect((await misaki.get(`${places.report}?limit=1`)).body.comments).toMatchObject([{ body: '二' }])
  expect((await thread(misaki, places.insight))[0]!.mentions).toEqual([yukari.user.id, misaki.user.id])
  expect((await yukari.delete(`/comments/${taken.id}`)).status).toBe(204)
  await say(misaki, places.report, '四')
  expect(await whys(yukari)).toEqual(['mention 別の話'])
  expect((await thread(ren, places.report)).map(({ body }) => body).toSorted()).toEqual(['三', '四'])
  await say(yukari, places.insight, '取り消さない')
  await say(misaki, places.report, '日報だけの話')
  expect(await whys(yukari)).toEqual(['mention 別の話'])
  expect(await whys(ren)).toContain('reply 日報だけの話')
  const own = await say(misaki, places.insight, '五')
  expect((await misaki.put(`/comments/${own.id}`, { body: '六' })).body).toMatchObject({ id: own.id, body: '六' })
  expect((await thread(ren, places.insight)).map(({ body }) => body).toSorted()).toEqual([
    '六',
    '別の話',
    '取り消さない',
  ])
})

test('the clean-up job removes only comments that were deleted at least an hour ago', async () => {
  const { app, ren, places, clock } = await morning()
  const written = async (body: string) => (await ren.post(places.report, { body })).body as Comment
  const [, later] = [await written('残る'), await written('戻る')]
  await ren.delete(`/comments/${later.id}`)
  await forgetDeletedComments(app.services)
  clock.now = new Date(noon.getTime() + 60_000)
  await ren.post(places.report, { id: later.id, body: '戻る' })
  expect((await thread(ren, places.report)).map(({ body }) => body).toSorted()).toEqual(['戻る', '残る'])
  expect((await thread(ren, places.report)).find(({ id }) => id === later.id)!.created_at).toContain('12:00')
})

test('only the writer of a comment can change or delete it', async () => {
  const { misaki, ren, yukari, places } = await morning()
  const { body: written } = await ren.post(places.report, { body: '一' })
  const path = `/comments/${written.id}`
  for (const answer of [await misaki.put(path, { body: '二' }), await misaki.delete(path)])
    expect(answer).toMatchObject({ status: 403, body: { code: 'not_yours' } })
  expect((await ren.put(path, { body: '一' })).body.edited).toBe(false)
  const changed = await ren.put(path, { body: '二', mentions: [yukari.user.id, misaki.user.id] })
  expect(changed).toMatchObject({ status: 200, body: { body: '二', edited: true } })
  expect(changed.body.mentions.toSorted()).toEqual([misaki.user.id, yukari.user.id].toSorted())
  expect([await whys(misaki), await whys(yukari)]).toEqual([['mention 二'], ['mention 二']])
  expect((await ren.delete(path)).status).toBe(204)
  expect([await thread(misaki, places.report), await forMe(misaki)]).toEqual([[], { mentions: [], unread: 0 }])
  for (const answer of [await ren.put(path, { body: '三' }), await ren.delete(path)]) expect(answer.status).toBe(404)
})

test('the comment count of an insight excludes deleted comments', async () => {
  const { misaki, ren, insight, places } = await morning()
  const { body: other } = await ren.post('/insights', { type: 'try', note: '短い朝会' })
  const counts = async () =>
    (await ren.get('/insights')).body.insights.map(({ id, comments }: Insight) => [id === insight.id, comments])
  const { body: written } = await ren.post(places.insight, { body: '一' })
  await misaki.post(places.insight, { body: '二' })
  await misaki.post(places.report, { body: '三' })
  expect([other.comments, await counts()]).toEqual([
    0,
    [
      [false, 0],
      [true, 2],
    ],
  ])
  await ren.delete(`/comments/${written.id}`)
  expect(await counts()).toContainEqual([true, 1])
  const changed = await misaki.put(`/insights/${insight.id}`, { type: 'keep', note: '夕会' })
  expect(changed.body.comments).toBe(1)
})

test('a deleted comment can be restored within an hour, but not later', async () => {
  const { app, misaki, ren, places, clock } = await morning()
  const { body: written } = await ren.post(places.report, { body: '一' })
  await ren.delete(`/comments/${written.id}`)
  const again = await ren.post(places.report, { body: '一', id: written.id })
  expect(again.body).toEqual(written)
  expect((await forMe(misaki)).unread).toBe(1)
  const forgetAfter = async (minutes: number) => {
    await ren.delete(`/comments/${written.id}`)
    clock.now = new Date(noon.getTime() + minutes * 60_000)
    await forgetDeletedComments(app.services)
    clock.now = new Date(noon.getTime() + 60_000)
    const { status, body } = await ren.post(places.report, { body: '一', id: written.id })
    clock.now = noon
    return { status, created_at: body.created_at }
  }
  expect(await forgetAfter(60)).toEqual({ status: 201, created_at: written.created_at })
  expect(await forgetAfter(61)).toEqual({ status: 201, created_at: '2026-11-20T12:01:00+09:00' })
})

test('a comment that is sent twice is stored once and notifies once', async () => {
  const { misaki, ren, places } = await morning()
  const body = { body: '一', id: newId() }
  for (const _twice of [1, 2]) expect((await ren.post(places.report, body)).status).toBe(201)
  const key = { 'idempotency-key': newId() }
  for (const _twice of [1, 2]) expect((await ren.call('POST', places.report, { body: '二' }, key)).status).toBe(201)
  expect([(await thread(ren, places.report)).length, (await forMe(misaki)).unread]).toEqual([2, 2])
  for (const [who, place] of [
    [misaki, places.report],
    [ren, places.insight],
  ] as const)
    expect((await who.post(place, body)).body.code).toBe('invalid_input')
})

test('a comment that is restored with another text is marked as edited', async () => {
  const { ren, places } = await morning()
  const { body: written } = await ren.post(places.report, { body: '一' })
  const add = async (body: string) => {
    await ren.delete(`/comments/${written.id}`)
    return (await ren.post(places.report, { body, id: written.id })).body
  }
  expect(await add('一')).toMatchObject({ body: '一', edited: false })
  expect(await add('二')).toMatchObject({ body: '二', edited: true, created_at: written.created_at })
})

test('the id of a comment stays reserved while its report is deleted', async () => {
  const { misaki, ren, places } = await morning()
  const { body: written } = await ren.post(places.report, { body: '一' })
  const report = places.report.replace('/comments', '')
  await misaki.delete(report)
  expect((await misaki.post(places.insight, { body: '二', id: written.id })).body.errors).toMatchObject([
    { field: 'id', code: 'taken' },
  ])
  await misaki.post(`${report}/restore`)
  expect(await thread(ren, places.report)).toMatchObject([{ id: written.id, body: '一' }])
})

test('restoring a deleted insight restores its comments', async () => {
  const { app, database, teamId, misaki, ren, insight, places, clock } = await morning()
  const { body: written } = await ren.post(places.insight, { body: '一' })
  await misaki.delete(`/insights/${insight.id}`)
  expect([(await ren.get(places.insight)).status, (await forMe(misaki)).unread]).toEqual([404, 0])
  expect((await ren.put(`/comments/${written.id}`, { body: '二' })).status).toBe(404)
  await misaki.post('/insights', { type: 'keep', note: '朝会', id: insight.id })
  expect([await thread(ren, places.insight), (await forMe(misaki)).unread]).toEqual([[written], 1])
  await misaki.delete(`/insights/${insight.id}`)
  clock.now = new Date(noon.getTime() + 61 * 60_000)
  const { forgetDeletedInsights } = await import('#server/features/retro/insights/operations.ts')
  await forgetDeletedInsights(app.services)
  expect(
    await withTeamTransaction(database, { teamId }, (db) => db.selectFrom('comments').selectAll().execute()),
  ).toEqual([])
})

test('mentions of former members, unknown ids and members of other teams are ignored', async () => {
  const { ren, yukari, misaki, places } = await morning()
  const stranger = await (await team({ now: noon })).member()
  await yukari.call('DELETE', '/users/me', { password, reports: 'keep' })
  const { status, body } = await ren.post(places.report, {
    body: '@藤井',
    mentions: [yukari.user.id, stranger.user.id, newId(), misaki.user.id],
  })
  expect([status, body.mentions]).toEqual([201, [misaki.user.id]])
  expect((await forMe(stranger)).unread).toBe(0)
})

test.each([
  ['of white space', { body: ' \n　' }],
  ['of 2,001 characters', { body: 'あ'.repeat(2001) }],
  ['without text', {}],
  ['with a character that cannot be stored', { body: 'a\0b' }],
  ['with half a character', { body: '\ud800' }],
  ['that names an invalid id', { body: '一', mentions: ['早川'] }],
  ['that names 101 members', { body: '一', mentions: Array.from({ length: 101 }, () => newId()) }],
])('a comment %s is rejected', async (_what, body) => {
  const { ren, places } = await morning()
  expect(await ren.post(places.report, body)).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
  expect(await thread(ren, places.report)).toEqual([])
})

test.each([
  'あ'.repeat(2000),
  '<script>alert(1)</script>',
  "'; drop table comments; --",
  '\u202eabc',
  '👨‍👩‍👧',
  'a\r\n\r\nb',
])('a comment is returned as it was written', async (words) => {
  const { ren, places } = await morning()
  expect((await ren.post(places.report, { body: ` ${words} ` })).body.body).toBe(words)
})

test('comments on a deleted, unknown or foreign report return 404', async () => {
  const { database, teamId, misaki, ren, report, places } = await morning()
  const stranger = await (await team({ now: noon })).member()
  await ren.post(places.report, { body: '一' })
  expect([
    (await stranger.get(places.report)).status,
    (await stranger.post(places.report, { body: '二' })).status,
  ]).toEqual([404, 404])
  await misaki.delete(`/daily-reports/${report.id}`)
  for (const place of [places.report, `/insights/${newId()}/comments`, '/daily-reports/x/comments'])
    expect([(await ren.get(place)).status, (await ren.post(place, { body: '二' })).status]).toEqual([404, 404])
  expect(
    await withTeamTransaction(database, { teamId }, (db) => db.selectFrom('mentions').selectAll().execute()),
  ).toEqual([])
})
