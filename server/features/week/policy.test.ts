import { expect, test } from 'vitest'
import { noDaysOff } from '#contract/due.ts'
import type { Insight } from '#contract/insights.ts'
import type { ReportTime } from '#contract/report-time.ts'
import { daysOf, keepsAndTries } from './policy.ts'

const member = { id: 'me', joined_on: '2026-01-01', is_active: true, writes: true, working_days: [1, 2, 3, 4, 5] }
const report = (day: number, yesterday_work: string, report_time: ReportTime = 'morning') => ({
  report_date: `2026-10-${day}`,
  yesterday_work,
  today_plan: `plan ${day}`,
  report_time,
})
const from = '2026-10-19' // Monday
const week = { from, daysOff: noDaysOff } as const
const words = (days: ReturnType<typeof daysOf>) =>
  days.map(({ date, work, off }) => [Number(date.slice(8)), off ? '休' : work])

test('a morning report tells of the day before; what nothing tells of yet is what was planned', () => {
  const reports = [report(19, 'last week'), report(20, 'Monday'), report(21, 'Tuesday')]
  expect(words(daysOf(member, reports, week))).toEqual([
    [19, 'Monday'],
    [20, 'Tuesday'],
    [21, 'plan 21'],
  ])
})

test('the first report after the week tells of its last due day', () => {
  expect(words(daysOf(member, [report(22, ''), report(26, 'Friday')], week))).toEqual([
    [22, 'plan 22'],
    [23, 'Friday'],
  ])
})

test('one written on a day off is the day before for the next', () => {
  expect(words(daysOf(member, [report(24, 'Friday'), report(26, 'Saturday')], week))).toEqual([
    [23, 'Friday'],
    [24, 'Saturday'],
  ])
})

test('days away and holidays are off, unless something was done; a day of which nothing is known is left out', () => {
  const absences = [{ user_id: 'me', from: '2026-10-20', until: '2026-10-21', half: null }]
  const daysOff = { holidays: [{ date: '2026-10-23' }], absences }
  expect(words(daysOf(member, [report(21, 'Monday'), report(22, 'Wednesday')], { ...week, daysOff }))).toEqual([
    [19, 'Monday'],
    [20, '休'],
    [21, 'Wednesday'],
    [22, 'plan 22'],
    [23, '休'],
  ])
})

test('an evening report tells of its own day, and of nothing that is only planned', () => {
  const reports = [report(19, 'Monday', 'evening'), report(20, '', 'evening')]
  expect(words(daysOf(member, reports, week))).toEqual([[19, 'Monday']])
})

test('a week in which the writing time changed has each day by its own report (E2.04)', () => {
  const reports = [report(20, 'Monday'), report(21, 'Tuesday'), report(22, 'Thursday', 'evening')]
  expect(words(daysOf(member, reports, week))).toEqual([
    [19, 'Monday'],
    [20, 'Tuesday'],
    [21, 'plan 21'],
    [22, 'Thursday'],
  ])
})

test('of Keeps and Tries the newest five each', () => {
  const insights = Array.from({ length: 14 }, (_, index) => ({
    id: index,
    type: (['try', 'keep', 'problem'] as const)[index % 3],
  }))
  expect(keepsAndTries(insights as unknown as Insight[], []).map(({ id }) => id)).toEqual([
    1, 4, 7, 10, 13, 0, 3, 6, 9, 12,
  ])
})
