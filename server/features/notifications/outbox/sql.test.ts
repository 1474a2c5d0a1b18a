import { describe, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import type { Member } from '#server/testing/team.ts'
import * as outbox from './sql.ts'
import { now, today, twoMembers } from './testing/two-members.ts'

const evening = new Date('2040-10-19T12:00:00Z')
const monday = new Date('2040-10-21T22:00:00Z') // 7:00 in Tokyo
/** @param milliseconds from `now` */
const at = (milliseconds: number) => new Date(now.getTime() + milliseconds)

describe('out of working hours', () => {
  test('a due report waits for working hours, and a reminder does not', async () => {
    const { add, due } = await twoMembers()
    const [report, reminder] = [await add(), await add({ kind: 'reminder' })]
    expect((await due(report, evening))?.allowed_at).toEqual(monday)
    expect((await due(reminder, evening))?.allowed_at).toEqual(evening)
    expect((await due(report))?.allowed_at).toEqual(now)
  })

  test('a retry of a report waits for working hours, and one of a reminder does not', async () => {
    const { add, claimed, within, dueTimes } = await twoMembers()
    for (const kind of ['report', 'reminder'] as const) {
      const row = await claimed(await add({ kind }))
      await within((db) => outbox.postpone(db, row, { until: evening, failure: 'unavailable', receipt: {}, now }))
    }
    expect(await dueTimes()).toEqual([monday, evening])
  })
})

describe('a message', () => {
  test('a delivery is read with its member’s name, Slack id and report of that day', async () => {
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
    const found = await within((db) => Promise.all(places.map((place) => outbox.selectRecipient(db, place, now))))
    expect(found).toMatchObject([
      { display_name: '佐伯 直樹', slack_id: 'U-MISAKI', report: { today_plan: '実装' } },
      { display_name: '早川 直樹', slack_id: 'U-NAOKI', report: { today_plan: '試験' } },
    ])
  })

  test.each([
    ['was sent', { status: 'sent' as const }],
    ['is due a moment later', { due_at: at(1) }],
  ])('a message that %s is not read as due', async (_what, values) => {
    const { add, due } = await twoMembers()
    expect(await due(await add(values))).toBeUndefined()
  })

  test('a reminder may be sent until some hours after it was due', async () => {
    const { add, within } = await twoMembers()
    const place = await add({ kind: 'reminder' })
    const late = limits.reminderLate * 60 * 60_000
    const isTimely = async (moment: Date) =>
      (await within((db) => outbox.selectRecipient(db, place, moment)))?.is_timely
    expect(await isTimely(at(late - 1))).toBe(true)
    expect(await isTimely(at(late))).toBe(false)
  })

  test('a server can claim a message only once', async () => {
    const { add, due, naoki, within, states } = await twoMembers()
    const row = (await due(await add()))!
    await add({ user_id: naoki.user.id })
    const claim = () => within((db) => outbox.claim(db, row, now))
    expect([await claim(), await claim()]).toEqual([true, false])
    expect(await states()).toEqual(['sending', 'pending'])
  })

  test('a message that has changed since it was read is not claimed', async () => {
    const { add, due, within, states } = await twoMembers()
    const place = await add()
    const row = (await due(place))!
    await within((db) => db.updateTable('outbox').set({ revision: 1 }).where('id', '=', place.id).execute())
    expect(await within((db) => outbox.claim(db, row, now))).toBe(false)
    expect(await states()).toEqual(['pending'])
  })

  test('a message’s result is stored only if the message is unchanged since it was read', async () => {
    const { add, claimed, naoki, within, states } = await twoMembers()
    const row = await claimed(await add())
    await claimed(await add({ user_id: naoki.user.id }))
    const settle = (of: outbox.Row, to: outbox.End) =>
      within((db) => outbox.settle(db, of, { to, failure: undefined, receipt: {}, now }))
    await settle({ ...row, status: 'pending' }, 'cancelled')
    await settle({ ...row, attempts: 2 }, 'cancelled')
    expect(await states()).toEqual(['sending', 'sending'])
    await settle(row, 'sent')
    expect(await states()).toEqual(['sent', 'sending'])
  })

  test.each<[end: outbox.End, failure: 'refused' | 'unknown_outcome' | undefined, state: string]>([
    ['sent', undefined, 'pending'],
    ['dead', 'refused', 'pending'],
    ['cancelled', undefined, 'pending'],
    ['dead', 'unknown_outcome', 'dead'],
  ])('a message that changes during an attempt with the result %s (%s) becomes %s', async (to, failure, state) => {
    const { add, claimed, within, states } = await twoMembers()
    const row = await claimed(await add())
    await within((db) => db.updateTable('outbox').set({ revision: 1 }).where('id', '=', row.id).execute())
    expect(await within((db) => outbox.settle(db, row, { to, failure, receipt: {}, now }))).toBe(state)
    expect(await states()).toEqual([state])
  })

  test('postponing a message that is being sent changes no other message', async () => {
    const { add, claimed, naoki, within, states } = await twoMembers()
    const row = await claimed(await add())
    await claimed(await add({ user_id: naoki.user.id }))
    const postpone = () =>
      within((db) => outbox.postpone(db, row, { until: at(60_000), failure: 'unavailable', receipt: {}, now }))
    expect([await postpone(), await postpone()]).toEqual([at(60_000), undefined])
    expect(await states()).toEqual(['pending', 'sending'])
  })
})

describe('the repeated jobs', () => {
  test('due messages are read in the order of their time, up to a limit', async () => {
    const { add, within } = await twoMembers()
    const last = await add({ day: '2040-10-15' })
    const first = await add({ day: '2040-10-16', due_at: at(-2) })
    const second = await add({ day: '2040-10-17', due_at: at(-1) })
    await add({ day: '2040-10-18', due_at: at(-3), status: 'sent' })
    await add({ due_at: at(1) })
    const due = async (most: number) =>
      (await within((db) => outbox.selectLeft(db, { now, lostBefore: now }, most))).map(({ id }) => id)
    expect(await due(2)).toEqual([first.id, second.id])
    expect(await due(5)).toEqual([first.id, second.id, last.id])
  })

  test('only a limited number of each team’s due messages is read', async () => {
    const { add, within } = await twoMembers()
    const first = await add({ day: '2040-10-16', due_at: at(-2) })
    await add({ day: '2040-10-17', due_at: at(-1) })
    const left = await within((db) => outbox.selectLeft(db, { now, lostBefore: now }, 5, 1))
    expect(left.map(({ id }) => id)).toEqual([first.id])
  })

  test('a message is read again some time after the server that was sending it stopped', async () => {
    const { add, within } = await twoMembers()
    const lost = await add({ status: 'sending', tried_at: at(-1) })
    await add({ day: '2040-10-18', status: 'sending', tried_at: now })
    expect(await within((db) => outbox.selectLeft(db, { now, lostBefore: now }))).toMatchObject([{ id: lost.id }])
  })

  test('old messages that are no longer pending are deleted', async () => {
    const { add, within, ids } = await twoMembers()
    await add({ day: '2040-10-17', status: 'sent', updated_at: at(-1) })
    const kept = [await add({ day: '2040-10-18', status: 'sent' }), await add({ updated_at: at(-1) })]
    await within((db) =>
      db
        .deleteFrom('outbox')
        .where(outbox.isOld({ posts: now, others: now }))
        .execute(),
    )
    expect(await ids()).toEqual(kept.map(({ id }) => id))
  })
})
