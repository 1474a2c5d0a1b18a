import { describe, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { selectDue } from '#server/db/due-rows.ts'
import type { Member } from '#server/testing/team.ts'
import * as deliveries from './sql.ts'
import { now, today, twoMembers } from './testing/two-members.ts'

const evening = new Date('2040-10-19T12:00:00Z')
const monday = new Date('2040-10-21T22:00:00Z') // 7:00 in Tokyo
/** @param milliseconds from `now` */
const at = (milliseconds: number) => new Date(now.getTime() + milliseconds)

describe('out of working hours', () => {
  test('a report that is due waits for them, and no other does', async () => {
    const { add, naoki, within, dueTimes } = await twoMembers()
    const report = await add({ due_at: evening })
    await add({ user_id: naoki.user.id, due_at: evening })
    expect(await within((db) => deliveries.waitForHours(db, report, evening))).toEqual(monday)
    expect(await dueTimes()).toEqual([monday, evening])
  })

  test.each([
    ['nothing that is due within them', {}, now],
    ['no reminder', { kind: 'reminder' as const }, evening],
    ['nothing that was sent', { status: 'sent' as const }, evening],
    ['nothing that is due later', { due_at: new Date(evening.getTime() + 1) }, evening],
  ])('%s waits', async (_what, values, moment) => {
    const { add, within } = await twoMembers()
    const place = await add(values)
    expect(await within((db) => deliveries.waitForHours(db, place, moment))).toBeUndefined()
  })
})

describe('a delivery', () => {
  test("comes with its member's name, report of that day and id at Slack", async () => {
    const { add, misaki, naoki, teamId, within } = await twoMembers()
    const report = (author: Member, report_date: string, today_plan: string) =>
      author.post('/daily-reports', { report_date, yesterday_work: 'レビュー', today_plan, issues: '' })
    await report(misaki, '2040-10-18', '設計')
    await report(misaki, today, '実装')
    await report(naoki, today, '試験')
    const accounts = [
      { user_id: misaki.user.id, provider: 'google', subject: 'misaki' },
      { user_id: misaki.user.id, provider: 'slack', subject: 'U-MISAKI' },
      { user_id: naoki.user.id, provider: 'slack', subject: 'U-NAOKI' },
      { user_id: naoki.user.id, provider: 'google', subject: 'naoki' },
    ] as const
    for (const account of accounts)
      await within((db) =>
        db
          .insertInto('connections')
          .values({ team_id: teamId, account: '日の出', ...account })
          .execute(),
      )
    const places = [await add(), await add({ user_id: naoki.user.id })]
    const found = await within((db) => Promise.all(places.map((place) => deliveries.selectDelivery(db, place, now))))
    expect(found).toMatchObject([
      { display_name: '佐伯 直樹', slack_id: 'U-MISAKI', report: { today_plan: '実装' } },
      { display_name: '早川 直樹', slack_id: 'U-NAOKI', report: { today_plan: '試験' } },
    ])
  })

  test.each([
    ['was sent', { status: 'sent' as const }],
    ['is due a moment later', { due_at: at(1) }],
  ])('that %s is not there to be sent', async (_what, values) => {
    const { add, within } = await twoMembers()
    const place = await add(values)
    expect(await within((db) => deliveries.selectDelivery(db, place, now))).toBeUndefined()
    expect(await within((db) => deliveries.claim(db, place, now))).toBe(false)
  })

  test('is timely until some hours after it was due', async () => {
    const { add, within } = await twoMembers()
    const place = await add({ kind: 'reminder' })
    const late = limits.reminderLate * 60 * 60_000
    const isTimely = async (moment: Date) =>
      (await within((db) => deliveries.selectDelivery(db, place, moment)))?.is_timely
    expect(await isTimely(at(late - 1))).toBe(true)
    expect(await isTimely(at(late))).toBe(false)
  })

  test('is claimed once, from the moment it is due, and no other with it', async () => {
    const { add, naoki, within, states } = await twoMembers()
    const place = await add()
    await add({ user_id: naoki.user.id })
    const claim = () => within((db) => deliveries.claim(db, place, now))
    expect([await claim(), await claim()]).toEqual([true, false])
    expect(await states()).toEqual(['sending', 'pending'])
  })

  test('is settled from the state it was in, and no other with it', async () => {
    const { add, naoki, within, states } = await twoMembers()
    const place = await add({ status: 'sending' })
    await add({ user_id: naoki.user.id, status: 'sending' })
    const settle = (from: 'pending' | 'sending', to: 'sent' | 'cancelled') =>
      within((db) => deliveries.settle(db, place, { from, to, now }))
    await settle('pending', 'cancelled')
    expect(await states()).toEqual(['sending', 'sending'])
    await settle('sending', 'sent')
    expect(await states()).toEqual(['sent', 'sending'])
  })

  test('is put off where it was being sent, and no other with it', async () => {
    const { add, naoki, within, states } = await twoMembers()
    const [place, sent] = [await add({ status: 'sending' }), await add({ day: '2040-10-18', status: 'sent' })]
    await add({ user_id: naoki.user.id, status: 'sending' })
    const postpone = (which: typeof place) =>
      within((db) => deliveries.postpone(db, which, { until: at(60_000), failure: 'away', now }))
    expect([await postpone(place), await postpone(sent)]).toEqual([at(60_000), undefined])
    expect(await states()).toEqual(['pending', 'sent', 'sending'])
  })
})

describe('of what is left', () => {
  test('only what has been sending for long is released', async () => {
    const { add, naoki, teamId, within, states } = await twoMembers()
    await add({ status: 'sending', updated_at: at(-1) })
    await add({ day: '2040-10-18', status: 'sent', updated_at: at(-1) })
    await add({ user_id: naoki.user.id, status: 'sending' })
    expect(await within((db) => deliveries.selectStaleTeams(db, now))).toEqual([{ teamId }])
    await within((db) => deliveries.releaseStale(db, { teamId }, { before: now, repeatable: ['slack'], now }))
    expect(await states()).toEqual(['pending', 'sent', 'sending'])
  })

  test('what is due comes first things first, so many at once', async () => {
    const { add, within } = await twoMembers()
    const last = await add({ day: '2040-10-15' })
    const first = await add({ day: '2040-10-16', due_at: at(-2) })
    const second = await add({ day: '2040-10-17', due_at: at(-1) })
    await add({ day: '2040-10-18', due_at: at(-3), status: 'sent' })
    await add({ due_at: at(1) })
    const due = async (most: number) =>
      (await within((db) => selectDue(db, 'notification_deliveries', now, most))).map(({ id }) => id)
    expect(await due(2)).toEqual([first.id, second.id])
    expect(await due(5)).toEqual([first.id, second.id, last.id])
  })

  test('what is old is deleted, unless it still waits', async () => {
    const { add, within, ids } = await twoMembers()
    await add({ day: '2040-10-17', status: 'sent', updated_at: at(-1) })
    const kept = [await add({ day: '2040-10-18', status: 'sent' }), await add({ updated_at: at(-1) })]
    await within((db) => deliveries.deleteBefore(db, now))
    expect(await ids()).toEqual(kept.map(({ id }) => id))
  })
})
