import { describe, expect, test } from 'vitest'
import { defaultSettings } from '#contract/users.ts'
import { now, today, twoMembers } from '../outbox/testing/two-members.ts'
import { cancelPending, insertReport, moveUnsent, selectChatMode } from './sql.ts'

const yesterday = '2040-10-18'

async function misakis() {
  const { misaki, naoki, rows, teamId, ...parts } = await twoMembers()
  const days = async () => (await rows()).map(({ kind, day, status }) => `${kind} ${day} ${status}`)
  return { ...parts, naoki: naoki.user.id, author: { teamId, userId: misaki.user.id }, days, teamId }
}

describe('cancelling', () => {
  test('cancelling the post of a report changes no posts of other members or days', async () => {
    const { add, author, days, naoki, within } = await misakis()
    await add()
    await add({ user_id: naoki })
    await add({ kind: 'reminder' })
    await add({ day: yesterday })
    await within((db) => cancelPending(db, author, { kind: 'report', day: today, now }))
    expect(await days()).toEqual([
      `report ${today} cancelled`,
      `report ${today} pending`,
      `reminder ${today} pending`,
      `report ${yesterday} pending`,
    ])
  })

  test('cancelling the post of a report keeps a post that was sent', async () => {
    const { add, author, days, within } = await misakis()
    await add({ status: 'sent' })
    await within((db) => cancelPending(db, author, { kind: 'report', day: today, now }))
    expect(await days()).toEqual([`report ${today} sent`])
  })
})

test.each([
  ['sent', 'is not posted again', false],
  ['cancelled', 'is posted after all', true],
] as const)('after a delivery of the day was %s, a report of that day %s', async (status, _what, isTold) => {
  const { add, author, days, within } = await misakis()
  const { id } = await add({ status })
  const report = { id, day: today, destination: 'slack', now } as const
  expect((await within((db) => insertReport(db, author, report))) !== undefined).toBe(isTold)
  expect(await days()).toEqual([`report ${today} ${isTold ? 'pending' : status}`])
})

describe('a report that is moved', () => {
  const days = { from: today, to: yesterday }

  test('moving a report moves its delivery, replaces a cancelled one, and changes no other', async () => {
    const { add, author, days: queuedDays, naoki, within } = await misakis()
    await add()
    await add({ day: yesterday, status: 'cancelled' })
    await add({ day: '2040-10-17', status: 'cancelled' })
    await add({ kind: 'reminder' })
    await add({ kind: 'reminder', day: yesterday, status: 'cancelled' })
    await add({ user_id: naoki })
    await add({ user_id: naoki, day: yesterday, status: 'cancelled' })
    await within((db) => moveUnsent(db, author, days))
    expect(await queuedDays()).toEqual([
      `report ${yesterday} pending`,
      'report 2040-10-17 cancelled',
      `reminder ${today} pending`,
      `reminder ${yesterday} cancelled`,
      `report ${today} pending`,
      `report ${yesterday} cancelled`,
    ])
  })

  test.each([
    ['the report was posted already', 'sent', 'cancelled'],
    ['a report of the new day was posted', 'pending', 'sent'],
    ['a report of the new day is due', 'pending', 'pending'],
  ] as const)('moving a report changes no delivery if %s', async (_what, from, to) => {
    const { add, author, days: queuedDays, naoki, within } = await misakis()
    await add({ status: from })
    await add({ day: yesterday, status: to })
    await add({ user_id: naoki })
    await within((db) => moveUnsent(db, author, days))
    expect(await queuedDays()).toEqual([
      `report ${today} ${from}`,
      `report ${yesterday} ${to}`,
      `report ${today} pending`,
    ])
  })

  test('a sent post keeps the day for which it was sent', async () => {
    const { add, author, days: queuedDays, within } = await misakis()
    await add({ status: 'sent' })
    await within((db) => moveUnsent(db, author, days))
    expect(await queuedDays()).toEqual([`report ${today} sent`])
  })
})

test('the notification settings of a member do not affect other members', async () => {
  const { author, naoki, teamId, within } = await misakis()
  const members = [author, { teamId, userId: naoki }]
  for (const [at, { userId }] of members.entries()) {
    const settings = JSON.stringify({ ...defaultSettings, language: ['de', 'fr'][at] })
    await within((db) => db.updateTable('users').set({ settings }).where('id', '=', userId).execute())
  }
  const found = await within((db) => Promise.all(members.map((member) => selectChatMode(db, member))))
  expect(found).toMatchObject([{ settings: { language: 'de' } }, { settings: { language: 'fr' } }])
})
