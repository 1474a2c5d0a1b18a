import { setImmediate as immediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { describe, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import type { Month } from '#contract/months.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { followMonths } from './operations.ts'
import { makeDecisionsOld } from '#server/testing/old-decisions.ts'
import { type Member, password, team } from '#server/testing/team.ts'

const september = '2026-09'
const report = (report_date: string, yesterday_work = '設計') => ({
  report_date,
  yesterday_work,
  today_plan: '実装',
  issues: '',
})

/** Creates the administrator Mizuno, and Ren with reports on two days of September. It is October. */
async function withMonth({ approval = true, now = '2026-10-02T03:00:00Z' } = {}) {
  const here = await team({ now: new Date(now) })
  const [mizuno, ren] = [await here.member('水野'), await here.member('早川')]
  if (approval) await mizuno.patch('/teams/me', { month_approval: true })
  for (const day of ['2026-09-29', '2026-09-30']) await ren.post('/daily-reports', report(day))
  const read = async (who: Pick<Member, 'get'> = ren, of = ren): Promise<Month> =>
    (await who.get(`/months/${september}?user_id=${of.user.id}`)).body
  /** Reads a month, and changes its state. */
  const become = async (who: Member, state: string, more: object = {}, of = ren) => {
    const { revision } = await read(who, of)
    const change = { user_id: of.user.id, state, revision, ...more }
    return (await who.patch(`/months/${september}`, change)).body
  }
  const secondAdmin = async () => {
    const other = await here.member('佐伯')
    await mizuno.patch(`/users/${other.user.id}`, { is_admin: true })
    return other
  }
  return { ...here, mizuno, ren, read, become, secondAdmin }
}

test('a month shows its newest 100 actions in chronological order', async () => {
  const { ren, read, become, database, teamId } = await withMonth()
  await become(ren, 'submitted')
  await withTeamTransaction(database, { teamId }, (db) =>
    sql`
      insert into month_events (team_id, user_id, month, id, kind, by_id, note, day, at)
      select ${teamId}, ${ren.user.id}, ${september}, ('ffffffff-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid,
        'withdrawn', ${ren.user.id}, n::text, null, '2026-10-02T03:00:00Z'::timestamptz
      from generate_series(1, 150) n`.execute(db),
  )
  const notes = (await read()).events.map(({ note }) => Number(note))
  expect(notes).toEqual(Array.from({ length: limits.monthEvents }, (_, index) => 51 + index))
})

test('the database stores only the newest 100 actions on a month', async () => {
  const { mizuno, ren, read, become, database, teamId } = await withMonth()
  const fill = () =>
    withTeamTransaction(database, { teamId }, (db) =>
      sql`
        insert into month_events (team_id, user_id, month, id, kind, by_id, note, day, at)
        select ${teamId}, ${ren.user.id}, ${september}, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid,
          'withdrawn', ${ren.user.id}, '', null, '2026-10-02T03:00:00Z'::timestamptz
        from generate_series(1, ${limits.monthEvents + 50}) n`.execute(db),
    )
  const stored = () =>
    withTeamTransaction(database, { teamId }, (db) =>
      db.selectFrom('month_events').where('user_id', '=', ren.user.id).select('kind').orderBy('id').execute(),
    )
  await become(ren, 'submitted')
  await fill()
  await become(mizuno, 'approved')
  const rows = await stored()
  expect(rows).toHaveLength(limits.monthEvents)
  expect(rows.slice(-2).map(({ kind }) => kind)).toEqual(['submitted', 'approved'])
  expect(await become(mizuno, 'submitted')).toMatchObject({ state: 'submitted' })
  expect((await read()).events.at(-1)).toMatchObject({ kind: 'submitted' })
})

test('a member submits a month, an administrator returns it with a note, then approves it', async () => {
  const { mizuno, ren, read, become } = await withMonth()
  await ren.patch('/months/2026-08', { state: 'submitted', revision: 0 })
  await become(mizuno, 'submitted', {}, mizuno)
  expect(await read()).toMatchObject({ state: 'open', events: [] })
  await become(ren, 'submitted', { note: ' 9月分です ' })
  await become(mizuno, 'returned', { note: '29日に会議を書き足してください' })
  expect(await read()).toMatchObject({ state: 'returned' })
  await become(ren, 'submitted')
  const approved = await become(mizuno, 'approved')
  expect(approved).toMatchObject({ month: september, user_name: '早川 直樹', state: 'approved' })
  expect(approved.reports.map((one: { report_date: string }) => one.report_date)).toEqual(['2026-09-29', '2026-09-30'])
  expect(approved.events.map((event: Month['events'][number]) => [event.kind, event.user_name, event.note])).toEqual([
    ['submitted', '早川 直樹', '9月分です'],
    ['returned', '水野 直樹', '29日に会議を書き足してください'],
    ['submitted', '早川 直樹', ''],
    ['approved', '水野 直樹', ''],
  ])
  expect(approved.events[0].at).toBe('2026-10-02T12:00:00+09:00')
  expect((await ren.get('/months/2026-08')).body).toMatchObject({ state: 'submitted', events: { length: 1 } })
})

test('an administrator can return an approved month, and returning needs a note', async () => {
  const { mizuno, ren, become } = await withMonth()
  await become(ren, 'submitted')
  expect(await become(mizuno, 'returned', { note: ' ' })).toMatchObject({ code: 'invalid_input' })
  await become(mizuno, 'approved')
  expect(await become(ren, 'open')).toMatchObject({ code: 'month_changed' })
  expect(await become(mizuno, 'returned', { note: '早すぎました' })).toMatchObject({ state: 'returned' })
})

test('an administrator’s quick undo of an approval leaves no trace (C21)', async () => {
  const { clock, mizuno, ren, read, become, secondAdmin } = await withMonth()
  const other = await secondAdmin()
  await become(ren, 'submitted')
  const before = await read()
  await become(mizuno, 'approved')
  expect(await become(other, 'submitted')).toMatchObject({ code: 'not_yours' })
  expect(await become(ren, 'submitted')).toMatchObject({ code: 'month_changed' })
  expect(await become(mizuno, 'submitted')).toMatchObject({ state: 'submitted', events: before.events })
  await become(mizuno, 'approved')
  clock.now = new Date(clock.now.getTime() + 61_000)
  expect(await read()).toMatchObject({ state: 'approved' })
})

test('a later undo of an approval is listed among the actions on the month', async () => {
  const { clock, mizuno, ren, read, become, secondAdmin } = await withMonth()
  const other = await secondAdmin()
  await become(ren, 'submitted')
  const approved = await become(mizuno, 'approved')
  clock.now = new Date(clock.now.getTime() + 14 * 60_000)
  expect(await become(other, 'submitted')).toMatchObject({ code: 'not_yours' })
  expect(await become(ren, 'submitted')).toMatchObject({ code: 'month_changed' })
  const undo = await become(mizuno, 'submitted', { revision: approved.revision })
  expect(undo).toMatchObject({ state: 'submitted' })
  const done = (await read()).events.map(({ kind, user_id }) => [kind, user_id])
  expect(done).toEqual([
    ['submitted', ren.user.id],
    ['approved', mizuno.user.id],
    ['withdrawn', mizuno.user.id],
  ])
  await become(mizuno, 'approved')
  await become(mizuno, 'returned', { note: '早すぎました' })
  expect(await become(mizuno, 'submitted')).toMatchObject({ code: 'not_yours' })
})

test('a member can withdraw a submitted month before an administrator decides', async () => {
  const { mizuno, ren, read, become } = await withMonth()
  await become(ren, 'submitted')
  expect(await become(ren, 'submitted', { revision: 0 })).toMatchObject({ state: 'submitted' })
  await become(ren, 'open')
  expect((await read()).events.map(({ kind }) => kind)).toEqual(['submitted', 'withdrawn'])
  expect(await become(mizuno, 'approved')).toMatchObject({ code: 'month_changed' })
})

test('submitting a submitted month again with another note is rejected', async () => {
  const { ren, read, become } = await withMonth()
  await become(ren, 'submitted', { note: '今月分です' })
  expect(await become(ren, 'submitted', { note: '今月分です' })).toMatchObject({ state: 'submitted' })
  expect(await become(ren, 'submitted', { note: '書き足しました' })).toMatchObject({ code: 'month_changed' })
  expect((await read()).events.map(({ note }) => note)).toEqual(['今月分です'])
})

describe('a report of a submitted month', () => {
  const ways: [string, (ren: Member, mizuno: Member, id: string) => Promise<unknown>, string][] = [
    ['written', (ren) => ren.post('/daily-reports', report('2026-09-28')), '2026-09-28'],
    ['edited', (ren, _, id) => ren.put(`/daily-reports/${id}`, report('2026-09-30', '会議')), '2026-09-30'],
    ['moved away', (ren, _, id) => ren.put(`/daily-reports/${id}`, report('2026-10-01')), '2026-09-30'],
    ['deleted', (ren, _, id) => ren.delete(`/daily-reports/${id}`), '2026-09-30'],
    [
      'imported',
      (ren, mizuno) =>
        mizuno.post('/import', `date,email,yesterday,today\n2026-09-25,${ren.user.email},設計,実装`, {
          'content-type': 'text/csv',
        }),
      '2026-09-25',
    ],
  ]
  test.each(ways)('a report that is %s reopens its submitted month', async (way, act, day) => {
    const { mizuno, ren, read, become } = await withMonth()
    const { body } = await ren.get('/daily-reports/my/latest')
    await become(ren, 'submitted')
    await become(mizuno, 'approved')
    await act(ren, mizuno, body.id)
    const month = await read(mizuno)
    expect(month.state).toBe('reopened')
    const by = way === 'imported' ? null : ren.user.id
    expect(month.events.at(-1)).toMatchObject({ kind: 'reopened', day, user_id: by })
    expect(await become(ren, 'submitted')).toMatchObject({ state: 'submitted' })
  })

  test('a report of another month does not reopen a submitted month', async () => {
    const { ren, read, become } = await withMonth()
    await become(ren, 'submitted')
    await ren.post('/daily-reports', report('2026-10-01'))
    expect(await read()).toMatchObject({ state: 'submitted' })
  })

  test('a report that is sent again with the same text does not reopen its month', async () => {
    const { mizuno, ren, read, become } = await withMonth()
    await become(ren, 'submitted')
    await become(mizuno, 'approved')
    const [{ id }] = (await ren.get('/daily-reports?report_date=2026-09-29')).body.reports
    expect((await ren.put(`/daily-reports/${id}`, report('2026-09-29'))).status).toBe(200)
    expect(await read()).toMatchObject({ state: 'approved' })
  })

  test('an edited report reopens its month even while the team has approval switched off', async () => {
    const { mizuno, ren, read, become } = await withMonth()
    await become(ren, 'submitted')
    await become(mizuno, 'approved')
    await mizuno.patch('/teams/me', { month_approval: false })
    await ren.post('/daily-reports', report('2026-09-28'))
    expect(await read()).toMatchObject({ state: 'reopened' })
  })
})

test('a team without month approval stores no state of a month', async () => {
  const { mizuno, ren, database, teamId, become } = await withMonth({ approval: false })
  const kept = () =>
    withTeamTransaction(database, { teamId }, (db) => db.selectFrom('months').select(['user_id', 'month']).execute())
  expect(await become(ren, 'submitted')).toMatchObject({ code: 'approval_off' })
  expect(await kept()).toEqual([])
  await mizuno.patch('/teams/me', { month_approval: true })
  await become(ren, 'submitted')
  await mizuno.patch('/teams/me', { month_approval: false })
  await ren.post('/daily-reports', report('2026-10-01'))
  const { body } = await mizuno.post('/daily-reports', report('2026-09-30'))
  expect((await mizuno.delete(`/daily-reports/${body.id}`)).status).toBe(204)
  expect(await kept()).toEqual([{ user_id: ren.user.id, month: september }])
})

test('a month that has not begun in the member’s time zone cannot be submitted', async () => {
  const { ren, clock } = await withMonth({ now: '2026-10-31T14:59:30Z' })
  const submit = async () => (await ren.patch('/months/2026-11', { state: 'submitted', revision: 0 })).body
  expect(await submit()).toMatchObject({ code: 'invalid_input', errors: [{ field: 'month' }] })
  clock.now = new Date('2026-10-31T15:00:00Z') // midnight in Tokyo
  expect(await submit()).toMatchObject({ state: 'submitted' })
})

test('only the member can submit a month, and only another administrator can approve it', async () => {
  const { mizuno, ren, become, secondAdmin } = await withMonth()
  expect(await become(mizuno, 'submitted')).toMatchObject({ code: 'not_yours' })
  await become(ren, 'submitted')
  expect(await become(ren, 'approved')).toMatchObject({ code: 'admins_only' })
  await become(mizuno, 'submitted', {}, mizuno)
  await secondAdmin()
  expect(await become(mizuno, 'approved', {}, mizuno)).toMatchObject({ code: 'own_month' })
})

test.each([
  ['deactivated', { is_active: false }],
  ['demoted', { is_admin: false }],
])(
  'an administrator cannot approve their own month after the only other administrator was %s',
  async (_how, change) => {
    const { mizuno, become, secondAdmin } = await withMonth()
    await become(mizuno, 'submitted', {}, mizuno)
    const second = await secondAdmin()
    expect((await mizuno.patch(`/users/${second.user.id}`, change)).status).toBe(200)
    expect(await become(mizuno, 'approved', {}, mizuno)).toMatchObject({ code: 'own_month' })
  },
)

test('an administrator can approve their own month if nobody else was an administrator since it began', async () => {
  const { mizuno, become, secondAdmin, database, teamId } = await withMonth()
  const second = await secondAdmin()
  await mizuno.patch(`/users/${second.user.id}`, { is_active: false })
  await withTeamTransaction(database, { teamId }, (db) =>
    db
      .updateTable('users')
      .set({ administrator_until: new Date('2026-08-31T14:59:59Z') }) // the last second of August in Tokyo
      .where((is) => is.and({ team_id: teamId, id: second.user.id }))
      .execute(),
  )
  await become(mizuno, 'submitted', {}, mizuno)
  expect(await become(mizuno, 'approved', {}, mizuno)).toMatchObject({ state: 'approved' })
})

test('a decision on the month of an unknown member is answered with 404', async () => {
  const { mizuno } = await withMonth()
  const decision = { user_id: newId(), state: 'approved', revision: 0 }
  expect((await mizuno.patch(`/months/${september}`, decision)).body).toMatchObject({ code: 'not_found' })
})

test('members cannot see the state of another member’s month (N12.01)', async () => {
  const { ren, member, become } = await withMonth()
  await become(ren, 'submitted')
  const colleague = await member('三浦')
  for (const path of [`/months/${september}?user_id=${ren.user.id}`, `/months?user_id=${ren.user.id}`, '/months'])
    expect((await colleague.get(path)).body).toMatchObject({ code: 'admins_only' })
  expect((await colleague.get(`/months?user_id=${colleague.user.id}`)).body).toEqual({ months: [], total: 0 })
})

test('the list of submitted months shows the longest waiting first, without the administrator’s own', async () => {
  const { mizuno, ren, clock, become, secondAdmin } = await withMonth()
  await become(mizuno, 'submitted', {}, mizuno)
  clock.now = new Date('2026-10-02T03:05:00Z')
  await become(ren, 'submitted')
  const waiting = async (who: Member) =>
    (await who.get('/months?state=submitted')).body.months.map((month: Month) => month.user_id)
  expect(await waiting(mizuno)).toEqual([mizuno.user.id, ren.user.id])
  const second = await secondAdmin()
  expect(await waiting(mizuno)).toEqual([ren.user.id])
  expect(await waiting(second)).toEqual([mizuno.user.id, ren.user.id])
  await mizuno.patch(`/users/${second.user.id}`, { is_active: false })
  expect(await waiting(mizuno)).toEqual([ren.user.id])
  expect((await mizuno.get(`/months?user_id=${mizuno.user.id}`)).body.months).toEqual([
    expect.objectContaining({ month: september, state: 'submitted', changed_at: '2026-10-02T12:00:00+09:00' }),
  ])
})

test('the list of months counts due and written reports (E5.09)', async () => {
  const { mizuno, ren, become, database, teamId } = await withMonth()
  await withTeamTransaction(database, { teamId }, (db) =>
    sql`update users set created_at = '2026-09-01' where team_id = ${teamId}`.execute(db),
  )
  await become(ren, 'submitted')
  const { body } = await mizuno.get('/months?state=submitted')
  expect(body.months).toEqual([expect.objectContaining({ user_id: ren.user.id, due: 22, written: 2 })])
})

test('the list of decided months shows the newest first, page by page', async () => {
  const { mizuno, ren, clock, member, become } = await withMonth()
  const yukari = await member('藤井')
  for (const of of [ren, yukari]) {
    clock.now = new Date(clock.now.getTime() + 60_000)
    await become(of, 'submitted', {}, of)
    await become(mizuno, 'approved', {}, of)
  }
  await ren.patch('/months/2026-08', { state: 'submitted', revision: 0 })
  await yukari.post('/daily-reports', report('2026-10-01'))
  const page = async (offset: number) => (await mizuno.get(`/months?state=approved&limit=1&offset=${offset}`)).body
  expect(await page(0)).toMatchObject({ months: [{ user_id: yukari.user.id }], total: 2 })
  expect(await page(1)).toMatchObject({ months: [{ user_id: ren.user.id }], total: 2 })
  expect(await page(2)).toEqual({ months: [], total: 2 })
  expect((await mizuno.get('/months')).body).toMatchObject({ months: { length: 3 }, total: 3 })
})

describe('simultaneous changes of a month', () => {
  test('only one of two simultaneous decisions of administrators on a month is accepted', async () => {
    const { mizuno, ren, read, become, secondAdmin } = await withMonth()
    const second = await secondAdmin()
    await become(ren, 'submitted')
    const { revision } = await read()
    const decide = (who: Member, state: string) =>
      who.patch(`/months/${september}`, { user_id: ren.user.id, state, note: 'x', revision })
    const answers = await Promise.all([decide(mizuno, 'approved'), decide(second, 'returned')])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
    expect((await read()).events).toHaveLength(2)
  })

  test('a month cannot be submitted or approved if a report changed since the month was read', async () => {
    const { mizuno, ren, read, become } = await withMonth()
    const seen = await read()
    await ren.post('/daily-reports', report('2026-09-28'))
    const late = { user_id: ren.user.id, revision: seen.revision }
    expect((await ren.patch(`/months/${september}`, { ...late, state: 'submitted' })).body.code).toBe('month_changed')
    await become(ren, 'submitted')
    const { revision } = await read()
    await ren.post('/daily-reports', report('2026-09-25'))
    await become(ren, 'submitted')
    const decision = { user_id: ren.user.id, state: 'approved', revision }
    expect((await mizuno.patch(`/months/${september}`, decision)).body.code).toBe('month_changed')
  })

  test('submitting a month is refused if a report of the month is being written', async () => {
    const { ren, read, database, teamId, clock } = await withMonth()
    const { revision } = await read()
    const member = { teamId, userId: ren.user.id }
    let submitted: Promise<{ body: { code: string } }> | undefined
    await withTeamTransaction(database, { teamId }, async (db) => {
      await followMonths(db, member, { days: ['2026-09-30'], by: ren.user.id, now: clock.now })
      submitted = ren.patch(`/months/${september}`, { state: 'submitted', revision })
      await immediate()
    })
    expect((await submitted!).body.code).toBe('month_changed')
  })
})

test('erasing a member deletes the member’s months and notes on the months of others', async () => {
  const here = await withMonth()
  const { mizuno, ren, read, become, secondAdmin } = here
  const second = await secondAdmin()
  await makeDecisionsOld(here)
  await become(ren, 'submitted', { note: '9月分です' })
  await become(second, 'returned', { note: '機密' })
  await become(ren, 'submitted', { note: '直しました' })
  await second.call('DELETE', '/users/me', { password, reports: 'erase' })
  expect((await read(mizuno)).events).toMatchObject([
    { kind: 'submitted', user_id: ren.user.id, note: '9月分です' },
    { kind: 'returned', user_id: null, note: '' },
    { kind: 'submitted', user_id: ren.user.id, note: '直しました' },
  ])
  await ren.call('DELETE', '/users/me', { password, reports: 'erase' })
  expect((await mizuno.get(`/months/${september}?user_id=${ren.user.id}`)).status).toBe(404)
})
