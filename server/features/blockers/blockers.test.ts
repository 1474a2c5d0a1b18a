import { expect, test } from 'vitest'
import type { Blocker } from '#contract/blockers.ts'
import { blocker } from '#contract/testing/blockers.ts'
import { dashboardTeam } from '#server/testing/dashboard-team.ts'
import type { Member } from '#server/testing/team.ts'

const file = async (who: Pick<Member, 'post'>, date: string, issues: string) =>
  (await who.post('/daily-reports', { report_date: date, yesterday_work: '実装', today_plan: '試験', issues }))
    .body as {
    id: string
  }
const listed = async (who: Pick<Member, 'get'>, query = '') =>
  (await who.get(`/blockers${query}`)).body.blockers as Blocker[]
/** Creates a team of two. One of them has a blocker. */
async function stopped(date: string, issues = '契約書の返事待ち') {
  const { member, clock } = await dashboardTeam()
  const [ren, misaki] = [await member('早川'), await member('佐伯')]
  await file(ren, date, issues)
  const [{ id }] = (await listed(ren)) as [Blocker]
  const change = (who: Member, body: object) => who.patch(`/blockers/${id}`, body)
  return { ren, misaki, id, change, clock }
}
const texts = async (who: Pick<Member, 'get'>, query = '') => (await listed(who, query)).map(({ text }) => text)

test('a blocker continues if the next report has the same line, and ends otherwise', async () => {
  const { member } = await dashboardTeam()
  const ren = await member()
  const { id } = await file(ren, '2026-10-21', '・検証環境のDBが応答しない\n\n- 契約書の返事待ち')
  const opened = await listed(ren)
  expect(opened).toMatchObject([
    { text: '検証環境のDBが応答しない', line: 0 },
    { text: '契約書の返事待ち', line: 1 },
  ])
  const { id: blockerId } = opened[0]!
  const author = { opened_by: ren.user.id, opened_by_name: '早川 直樹' }
  expect(opened[0]).toEqual(blocker({ id: blockerId, ...author, report_id: id, report_date: '2026-10-21' }))

  const { id: next } = await file(ren, '2026-10-23', '検証環境のＤＢが応答しない')
  expect(await listed(ren)).toMatchObject([{ id: opened[0]!.id, opened_on: '2026-10-21', age: 3, report_id: next }])
  expect(await listed(ren, '?state=resolved')).toEqual([])
  expect(await listed(ren, '?state=unmentioned')).toMatchObject([
    { id: opened[1]!.id, state: 'unmentioned', resolution: 'unnamed', resolved_by: null, resolved_on: '2026-10-23' },
  ])
  expect(await listed(ren, '?date=2026-10-21')).toMatchObject([
    { id: opened[0]!.id, state: 'open', report_id: id, line: 0 },
    { id: opened[1]!.id, state: 'unmentioned', report_id: id, line: 1 },
  ])
})

test('any member can take on, release, resolve and reopen a blocker', async () => {
  const { ren, misaki, clock, change: answered } = await stopped('2026-10-23')
  const change = async (who: Member, body: object) => (await answered(who, body)).body as Blocker

  const taken = { state: 'acknowledged', owner_id: misaki.user.id, owner_name: '佐伯 直樹' }
  expect(await change(misaki, { owner_id: misaki.user.id })).toMatchObject(taken)
  expect(await change(misaki, { state: 'acknowledged' })).toMatchObject(taken)
  expect(await change(ren, { owner_id: null })).toMatchObject({ state: 'open', owner_id: null })
  expect(await change(misaki, { state: 'acknowledged' })).toMatchObject(taken)
  expect(await change(ren, { state: 'resolved' })).toMatchObject({
    state: 'resolved',
    owner_id: misaki.user.id,
    resolution: 'solved',
    resolved_by: ren.user.id,
    resolved_by_name: '早川 直樹',
    resolved_on: '2026-10-23',
  })
  expect(await texts(ren)).toEqual([])
  clock.now = new Date(clock.now.getTime() + 60_000)
  expect(await change(ren, { state: 'acknowledged' })).toMatchObject({ ...taken, reopened: true, resolved_on: null })
  expect(await change(ren, { state: 'open' })).toMatchObject({ state: 'open', owner_id: null })
})

test('the second of two members who take on a blocker at once gets 409', async () => {
  const { ren, misaki, change } = await stopped('2026-10-23')
  const answers = await Promise.all([ren, misaki].map((who) => change(who, { owner_id: who.user.id })))
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)!.body.code).toBe('blocker_taken')
  expect(await change(ren, { owner_id: misaki.user.id })).toMatchObject({
    status: 403,
    body: { code: 'only_oneself' },
  })
})

test.each([{ state: 'acknowledged', owner_id: null }, { state: 'closed' }, { owner_id: 'nobody' }])(
  'the change %j of a blocker is rejected',
  async (refused) => {
    const { ren, change } = await stopped('2026-10-23')
    expect((await change(ren, refused)).status).toBe(400)
  },
)

test('a resolved blocker that a later report names reopens with its owner and first day', async () => {
  const { ren, misaki, id, change } = await stopped('2026-10-22')
  await change(misaki, { owner_id: misaki.user.id })
  await change(misaki, { state: 'resolved' })
  await file(ren, '2026-10-23', '契約書の返事待ち')
  expect(await listed(ren)).toMatchObject([
    { id, state: 'acknowledged', owner_id: misaki.user.id, reopened: true, opened_on: '2026-10-22', age: 2 },
  ])
})

test('a blocker that a report omitted can be reopened, and continues in the next report', async () => {
  const { ren, id, change } = await stopped('2026-10-21')
  await file(ren, '2026-10-22', '')
  expect((await change(ren, { state: 'open' })).body).toMatchObject({ state: 'open', reopened: false })
  await file(ren, '2026-10-23', '契約書の返事待ち')
  expect(await listed(ren)).toMatchObject([{ id, state: 'open', opened_on: '2026-10-21' }])
})

test('a former member owns no blockers, and their own blockers are hidden', async () => {
  const { member } = await dashboardTeam()
  const [misaki, ren, toru] = [await member('佐伯'), await member('早川'), await member('小野寺')]
  await file(ren, '2026-10-23', '契約書の返事待ち')
  await file(toru, '2026-10-23', 'VPNにつながらない')
  const blockers = await listed(ren)
  await toru.patch(`/blockers/${blockers.find(({ opened_by: by }) => by === ren.user.id)!.id}`, {
    state: 'acknowledged',
  })
  await misaki.patch(`/users/${toru.user.id}`, { is_active: false })
  expect(await listed(ren)).toMatchObject([{ text: '契約書の返事待ち', state: 'open', owner_id: null }])
})

test('the list of blockers begins with those that have no owner', async () => {
  const { ren, misaki, change } = await stopped('2026-10-21', '検証環境のDBが応答しない')
  await change(misaki, { owner_id: misaki.user.id })
  await file(misaki, '2026-10-22', '契約書の返事待ち')
  expect(await texts(ren)).toEqual(['契約書の返事待ち', '検証環境のDBが応答しない'])
  expect(await texts(ren, '?state=open')).toEqual(['契約書の返事待ち'])
  expect(await texts(ren, '?state=acknowledged&limit=1')).toEqual(['検証環境のDBが応答しない'])
})

test('a report can continue all 200 blockers of the previous report', async () => {
  const { member } = await dashboardTeam()
  const ren = await member()
  const lines = Array.from({ length: 200 }, (_, n) => `${String(n * 7919 + 1).repeat(4)}番の確認`)
  await file(ren, '2026-10-22', lines.join('\n'))
  await file(ren, '2026-10-23', lines.toReversed().join('\n'))
  const blockers = [...(await listed(ren)), ...(await listed(ren, '?offset=100'))]
  expect(blockers.map(({ text, line }) => [text, line])).toEqual(
    expect.arrayContaining(lines.map((line, n) => [line, 199 - n])),
  )
  expect(new Set(blockers.map(({ opened_on }) => opened_on))).toEqual(new Set(['2026-10-22']))
})
