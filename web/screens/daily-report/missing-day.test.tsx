import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Month } from '#contract/months.ts'
import { type Answers, eachOnTheDay, me, openApp } from '../../testing/app.tsx'
import { report } from '../../testing/server.ts'

eachOnTheDay()

/** Thursday of last week, without a report. */
const day = '2026-10-15'
const user = { ...me, team: { ...me.team, month_approval: true } }
const month = (state: Month['state']): Month => ({
  month: '2026-10',
  user_id: me.id,
  user_name: '佐伯 美咲',
  state,
  revision: 1,
  events: [],
  reports: [],
})
const open = (answers: Answers) =>
  openApp(`/?date=${day}`, { 'GET /users/me': { status: 200, body: user }, ...answers })
const write = { name: '日報を書く' }
const field = (name: RegExp) => screen.findByRole<HTMLTextAreaElement>('textbox', { name })

it.each(['open', 'returned', 'reopened'] as const)(
  'the key N opens the form for a missing day if the month is %s (E2.02)',
  async (state) => {
    const latest = { ...report({ user_id: me.id, report_date: '2026-10-22', today_plan: '画面設計' }), blocker: '' }
    const { user: person } = await open({
      'GET /months/2026-10': { status: 200, body: month(state) },
      'GET /daily-reports/my/latest': { status: 200, body: latest },
      'GET /daily-reports': { status: 200, body: { reports: [], total: 0 } },
    })
    expect((await screen.findAllByRole('button', write)).length).toBeGreaterThan(0)
    await person.keyboard('n')
    expect((await field(/^昨日やったこと/u)).value).toBe('')
    // The form is empty: the latest report is of a later day, so its plan is not used.
    expect(screen.getByText('最初の1件を書くと、ここに並びます。')).toBeTruthy()
  },
)

it.each(['submitted', 'approved'] as const)(
  'a missing day has no form if the month is %s, and the reason is shown',
  async (state) => {
    const { user: person } = await open({ 'GET /months/2026-10': { status: 200, body: month(state) } })
    expect(await screen.findByText(/この日の日報は、もう書けません。/u)).toBeTruthy()
    await person.keyboard('n')
    expect(screen.queryByRole('button', write)).toBeNull()
    expect(screen.queryByRole('textbox')).toBeNull()
  },
)

it('a past day off cannot have a report, and its month is not loaded', async () => {
  const holidays = { status: 200, body: { holidays: [{ date: day, name: '創立記念日' }] } }
  const off = await open({ 'GET /holidays': holidays })
  expect(await screen.findByText(/もう書けません/u)).toBeTruthy()
  expect(off.sent.filter(({ call }) => call.includes('/months/'))).toEqual([])
})

it('a report that was added later is marked', async () => {
  const added = report({ user_id: 'ren', report_date: day, added_later: true })
  await open({ 'GET /daily-reports': { status: 200, body: { reports: [added], total: 1 } } })
  expect(await screen.findByText(/後日追加/u)).toBeTruthy()
})
