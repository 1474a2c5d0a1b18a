import { expect, test } from 'vitest'
import type { Blocker } from '#contract/blockers.ts'
import { dashboardTeam } from '#server/testing/dashboard-team.ts'
import type { Member } from '#server/testing/team.ts'

const draft = (report_date: string, issues: string) => ({ report_date, yesterday_work: '', today_plan: '', issues })
const listed = async (who: Pick<Member, 'get'>, query = '') =>
  (await who.get(`/blockers${query}`)).body.blockers as Blocker[]

async function office() {
  const parts = await dashboardTeam()
  const [ren, misaki] = [await parts.member('早川'), await parts.member('佐伯')]
  const file = async (date: string, issues: string, more: object = {}) => {
    const { status, body } = await ren.post('/daily-reports', { ...draft(date, issues), ...more })
    expect(status).toBe(201)
    return body.id as string
  }
  const own = async (query = '') => (await listed(ren, query)).filter(({ opened_by: by }) => by === ren.user.id)
  return { ...parts, ren, misaki, file, own }
}

test.each([
  ['Waiting for the review of #123', 'Waiting for the review of #124'],
  ['HIN-212 の仕様確認待ち', 'HIN-213 の仕様確認待ち'],
  ['サーバー1 が応答しない', 'サーバー2 が応答しない'],
  ['No answer from user A', 'No answer from user B'],
  ['Cannot log in to the VPN', 'Can now log in to the VPN'],
])('the lines "%s" and "%s" of two reports are different blockers (E3.02)', async (before, after) => {
  const { ren, misaki, file, own } = await office()
  await file('2026-10-21', before)
  const [first] = await own()
  await misaki.patch(`/blockers/${first!.id}`, { owner_id: misaki.user.id })
  await misaki.patch(`/blockers/${first!.id}`, { state: 'resolved' })
  await file('2026-10-22', after)
  const open = { text: after, opened_on: '2026-10-22', state: 'open', owner_id: null, reopened: false }
  expect(await own()).toMatchObject([open])
  expect(await listed(ren, '?state=resolved')).toMatchObject([{ id: first!.id, text: before, state: 'resolved' }])
})

test('a blocker has the text of its newest line that is not deleted (E3.02)', async () => {
  const { ren, file, own } = await office()
  await file('2026-10-21', '検証環境のデータベースが応答しない')
  const id = await file('2026-10-22', '検証環境のデータベースが応答しません（2日目）')
  expect(await own()).toMatchObject([
    { text: '検証環境のデータベースが応答しません（2日目）', opened_on: '2026-10-21' },
  ])
  await ren.delete(`/daily-reports/${id}`)
  expect(await own()).toMatchObject([{ text: '検証環境のデータベースが応答しない', report_date: '2026-10-21' }])
})

test('a line continues the blocker that the author chose for it, whatever its text (E3.03)', async () => {
  const { ren, misaki, file, own } = await office()
  await file('2026-10-20', 'VPNが切れる\n契約書の返事待ち')
  const [vpn, contract] = (await own()).toSorted((one, other) => one.line - other.line)
  await misaki.patch(`/blockers/${contract!.id}`, { owner_id: misaki.user.id })
  const report = await file('2026-10-21', '部長の署名がまだ\nVPNが切れる', {
    blockers: [{ id: contract!.id, state: 'open', text: '・部長の署名がまだ' }],
  })
  const worded = {
    id: contract!.id,
    text: '部長の署名がまだ',
    owner_id: misaki.user.id,
    opened_on: '2026-10-20',
    line: 0,
  }
  expect(await own()).toMatchObject([{ id: vpn!.id, line: 1 }, worded])

  // The blocker stays the same if the report is changed elsewhere, or if an earlier report is written later.
  await ren.put(`/daily-reports/${report}`, draft('2026-10-21', '部長の署名がまだ。\nVPNが切れる\n鍵がない'))
  await file('2026-10-19', '契約書の返事待ち')
  expect((await own()).find(({ text }) => text.startsWith('部長'))).toMatchObject({
    owner_id: misaki.user.id,
    opened_on: '2026-10-19',
  })
})

test('marking a blocker as solved in a report works only for the author’s own blockers (E3.03)', async () => {
  const { ren, misaki, file, own } = await office()
  await file('2026-10-20', 'VPNが切れる')
  await misaki.post('/daily-reports', draft('2026-10-20', '鍵がない'))
  const [[mine], theirs] = [await own(), (await listed(ren)).find(({ text }) => text === '鍵がない')!]
  await file('2026-10-21', '鍵がない', {
    blockers: [
      { id: mine!.id, state: 'solved', text: mine!.text },
      { id: theirs.id, state: 'open', text: '鍵がない' },
    ],
  })
  const report = (await ren.get('/daily-reports/my/latest')).body
  for (const blockers of [
    [{ id: theirs.id, state: 'solved', text: theirs.text }],
    [{ id: '019a0000-0000-7000-8000-000000000000', state: 'open', text: '鍵がない' }],
  ])
    expect(
      (await ren.put(`/daily-reports/${report.id}`, { ...draft('2026-10-21', '鍵がない'), blockers })).status,
    ).toBe(200)
  expect(await listed(ren, '?state=resolved')).toMatchObject([
    { id: mine!.id, resolution: 'solved', resolved_by: ren.user.id },
  ])
  expect(await listed(ren, '?state=unmentioned')).toEqual([])
  expect((await listed(ren)).map(({ opened_by, text }) => [opened_by, text])).toEqual([
    [misaki.user.id, '鍵がない'],
    [ren.user.id, '鍵がない'],
  ])
  expect((await listed(ren)).map(({ id }) => id)).toContain(theirs.id)
})

test.each(['unmentioned', 'resolved'])(
  'a report cannot continue a blocker that is already %s (E3.03)',
  async (state) => {
    const { ren, file, own } = await office()
    await file('2026-10-20', 'VPNが切れる')
    const [old] = await own()
    if (state === 'resolved') await ren.patch(`/blockers/${old!.id}`, { state: 'resolved' })
    await file('2026-10-21', 'なし')
    const more = { blockers: [{ id: old!.id, state: 'open', text: '別の言葉' }] }
    const answer = await ren.post('/daily-reports', { ...draft('2026-10-22', '別の言葉'), ...more })
    expect(answer).toMatchObject({ status: 409, body: { code: 'blocker_changed' } })
    expect((await ren.get('/daily-reports/my/latest')).body.report_date).toBe('2026-10-21')
    expect(await own()).toEqual([])
  },
)

test.each([
  [{ blockers: [{ id: 'x', state: 'open', text: '' }] }],
  [{ blockers: [{ id: '019a0000-0000-7000-8000-000000000000', state: 'gone', text: '' }] }],
  [
    {
      blockers: Array.from({ length: 201 }, () => ({
        id: '019a0000-0000-7000-8000-000000000000',
        state: 'open',
        text: 'a',
      })),
    },
  ],
])('a report with an invalid choice of blockers is rejected (%#)', async (more) => {
  const { ren } = await office()
  expect((await ren.post('/daily-reports', { ...draft('2026-10-21', ''), ...more })).status).toBe(400)
})

const [a, b] = ['019a0000-0000-7000-8000-00000000000a', '019a0000-0000-7000-8000-00000000000b']
const choice = (id: string, state: string, text = '鍵がない') => ({ id, state, text })

test.each([
  ['one blocker as solved and open', [choice(a, 'solved'), choice(a, 'open')]],
  ['one blocker twice', [choice(a, 'open'), choice(a, 'open')]],
  ['one blocker as solved twice', [choice(a, 'solved', 'VPN'), choice(a, 'solved', 'VPN')]],
  ['a line as open for two blockers', [choice(a, 'open'), choice(b, 'open')]],
  ['a line as solved and open', [choice(a, 'solved'), choice(b, 'open')]],
  [
    'a line as open and solved, with a mark before it',
    [choice(b, 'open', '・鍵がない'), choice(a, 'solved', '- 鍵がない')],
  ],
  ['an unknown line as open', [choice(a, 'open', 'プリンター')]],
  ['no line as open', [choice(a, 'open', ' ')]],
])('a report is rejected if its choices of blockers name %s (E3.03)', async (_what, blockers) => {
  const { ren, file } = await office()
  const refused = { status: 400, body: { code: 'invalid_input', errors: [{ field: 'blockers', code: 'invalid' }] } }
  expect(await ren.post('/daily-reports', { ...draft('2026-10-21', '鍵がない'), blockers })).toMatchObject(refused)
  const id = await file('2026-10-21', 'VPN')
  expect(await ren.put(`/daily-reports/${id}`, { ...draft('2026-10-21', '鍵がない'), blockers })).toMatchObject(refused)
  expect((await ren.get('/daily-reports/my/latest')).body.issues).toBe('VPN')
})

test('a report that says "none" and chooses an open blocker is rejected (E3.01)', async () => {
  const { ren } = await office()
  const blockers = [choice(a, 'open', 'なし')]
  expect((await ren.post('/daily-reports', { ...draft('2026-10-21', 'なし'), blockers })).status).toBe(400)
})

test('two equal lines of a report can continue two different blockers', async () => {
  const { ren } = await office()
  const blockers = [choice(a, 'open'), choice(b, 'open')]
  expect((await ren.post('/daily-reports', { ...draft('2026-10-21', '鍵がない\n鍵がない'), blockers })).status).toBe(
    201,
  )
})

test('the form lists the author’s open blockers of its day, oldest first (E3.03)', async () => {
  const { ren, misaki, file, own } = await office()
  await file('2026-10-20', '古い件')
  await file('2026-10-21', '新しい件\n古い件')
  await misaki.post('/daily-reports', draft('2026-10-21', '鍵がない'))
  const begun = async (date: string) =>
    (await ren.get(`/daily-reports/draft?date=${date}`)).body.blockers.map(({ text }: { text: string }) => text)
  expect([await begun('2026-10-22'), await begun('2026-10-21'), await begun('2026-10-20')]).toEqual([
    ['古い件', '新しい件'],
    ['古い件', '新しい件'],
    [],
  ])
  const { id } = (await own()).find(({ text }) => text === '新しい件')!
  await misaki.patch(`/blockers/${id}`, { state: 'resolved' })
  expect(await begun('2026-10-22')).toEqual(['古い件'])
})

test('undoing a change of a blocker within ten seconds leaves no trace (E3.04)', async () => {
  const { ren, misaki, clock, file, own } = await office()
  await file('2026-10-21', 'VPNが切れる')
  const [before] = await own()
  const advanceClock = (seconds: number) => (clock.now = new Date(clock.now.getTime() + seconds * 1_000))
  const change = async (who: Member, body: object) => (await who.patch(`/blockers/${before!.id}`, body)).body

  await change(misaki, { state: 'resolved' })
  advanceClock(9)
  expect(await change(misaki, { state: 'open' })).toEqual(before)
  await change(misaki, { owner_id: misaki.user.id })
  advanceClock(9)
  expect(await change(misaki, { owner_id: null })).toEqual(before)

  await change(misaki, { state: 'resolved' })
  expect(await change(ren, { state: 'open' })).toMatchObject({ reopened: true })
})

test('undoing a resolution after more than ten seconds marks the blocker as reopened (E3.04)', async () => {
  const { misaki, clock, file, own } = await office()
  await file('2026-10-21', 'VPNが切れる')
  const [{ id }] = (await own()) as [Blocker]
  await misaki.patch(`/blockers/${id}`, { state: 'resolved' })
  clock.now = new Date(clock.now.getTime() + 11_000)
  expect((await misaki.patch(`/blockers/${id}`, { state: 'open' })).body).toMatchObject({ reopened: true })
})

test('opening an unmentioned blocker does not mark it as reopened (E3.04)', async () => {
  const { ren, misaki, file, own } = await office()
  await file('2026-10-20', 'VPNが切れる\n契約書の返事待ち')
  const [one, other] = await own()
  await file('2026-10-21', '')
  expect(await own()).toEqual([])
  expect((await own('?state=unmentioned')).map(({ id }) => id).toSorted()).toEqual([one!.id, other!.id].toSorted())
  expect((await misaki.patch(`/blockers/${one!.id}`, { state: 'open' })).body).toMatchObject({
    state: 'open',
    reopened: false,
  })
  expect((await misaki.patch(`/blockers/${other!.id}`, { state: 'resolved' })).body).toMatchObject({
    state: 'resolved',
    resolution: 'solved',
    resolved_by: misaki.user.id,
  })
  expect((await ren.patch(`/blockers/${one!.id}`, { state: 'unmentioned' })).status).toBe(400)
})
