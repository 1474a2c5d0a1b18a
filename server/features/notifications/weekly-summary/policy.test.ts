import fc from 'fast-check'
import { expect, test } from 'vitest'
import { noDaysOff } from '#contract/due.ts'
import type { Insight } from '#contract/insights.ts'
import type { ReportTime } from '#contract/report-time.ts'
import { daysAfter } from '#contract/weeks.ts'
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

test('a morning report counts for the day before, and its plan for the day itself', () => {
  const reports = [report(19, 'last week'), report(20, 'Monday'), report(21, 'Tuesday')]
  expect(words(daysOf(member, reports, week))).toEqual([
    [19, 'Monday'],
    [20, 'Tuesday'],
    [21, 'plan 21'],
  ])
})

test('the week marks a day whose work was planned and is not yet reported', () => {
  const reports = [report(20, 'Monday'), report(21, ' '), report(22, 'Wednesday')]
  const days = daysOf(member, reports, week).map(({ date, work, planned }) => [Number(date.slice(8)), work, planned])
  expect(days).toEqual([
    [19, 'Monday', undefined],
    [20, 'plan 20', true],
    [21, 'Wednesday', undefined],
    [22, 'plan 22', true],
  ])
})

test('the first report after a week counts for the last due day of the week', () => {
  expect(words(daysOf(member, [report(22, ''), report(26, 'Friday')], week))).toEqual([
    [22, 'plan 22'],
    [23, 'Friday'],
  ])
})

test('the next report counts for a day off on which the member wrote a report', () => {
  expect(words(daysOf(member, [report(24, 'Friday'), report(26, 'Saturday')], week))).toEqual([
    [23, 'Friday'],
    [24, 'Saturday'],
  ])
})

test('the week marks absences and holidays without work as days off', () => {
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

test('an evening report counts for its own day, without its plan', () => {
  const reports = [report(19, 'Monday', 'evening'), report(20, '', 'evening')]
  expect(words(daysOf(member, reports, week))).toEqual([[19, 'Monday']])
})

test('each report counts by its own report time if the team’s report time changed that week (E2.04)', () => {
  const reports = [report(20, 'Monday'), report(21, 'Tuesday'), report(22, 'Thursday', 'evening')]
  expect(words(daysOf(member, reports, week))).toEqual([
    [19, 'Monday'],
    [20, 'Tuesday'],
    [21, 'plan 21'],
    [22, 'Thursday'],
  ])
})

test('a newcomer’s first report counts for the working day before, although no report was due then', () => {
  const joined = { ...member, joined_on: '2026-10-22' }
  expect(words(daysOf(joined, [report(22, 'before joining'), report(23, 'Thursday')], week))).toEqual([
    [21, 'before joining'],
    [22, 'Thursday'],
    [23, 'plan 23'],
  ])
})

test('the week shows both of two reports that count for one day', () => {
  expect(words(daysOf(member, [report(20, 'evening', 'evening'), report(21, 'morning after')], week))).toEqual([
    [20, 'evening\nmorning after'],
    [21, 'plan 21'],
  ])
})

const dayNumber = fc.integer({ min: 0, max: 40 })
const dateAt = (offset: number) => daysAfter('2026-10-05', offset)
const anyMember = fc.record({
  joined_on: dayNumber.map(dateAt),
  is_active: fc.boolean(),
  writes: fc.boolean(),
  working_days: fc
    .uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 })
    .map((days) => days.toSorted((one, other) => one - other)),
})
const anyDaysOff = fc.record({
  holidays: fc.uniqueArray(dayNumber).map((days) => days.map((day) => ({ date: dateAt(day) }))),
  absences: fc.array(
    fc.tuple(dayNumber, fc.integer({ min: 0, max: 35 })).map(([first, length]) => ({
      user_id: 'me',
      from: dateAt(first),
      until: dateAt(first + length),
      half: null,
    })),
    { maxLength: 3 },
  ),
})
const anyReports = fc
  .uniqueArray(fc.tuple(dayNumber, fc.constantFrom<ReportTime>('morning', 'evening')), {
    selector: ([day]) => day,
    minLength: 1,
    maxLength: 8,
  })
  .map((days) =>
    days
      .toSorted(([one], [other]) => one - other)
      .map(([day, report_time]) => ({
        report_date: dateAt(day),
        yesterday_work: `<${day}>`,
        today_plan: '',
        report_time,
      })),
  )

test('each report line belongs to one day of one week, and to no day after the report (E5.08)', () => {
  fc.assert(
    fc.property(anyMember, anyDaysOff, anyReports, (parts, daysOff, reports) => {
      const weeks = Array.from({ length: 20 }, (_, index) => dateAt(7 * (index - 10)))
      const days = weeks.flatMap((monday) => {
        const from = reports.filter(({ report_date }) => report_date >= monday)
        return daysOf({ ...member, ...parts }, from.slice(0, 8), { from: monday, daysOff })
      })
      for (const { report_date, yesterday_work } of reports) {
        const standing = days.filter(({ work }) => work.includes(yesterday_work))
        expect(standing).toHaveLength(1)
        expect(standing[0]!.date <= report_date).toBe(true)
      }
    }),
  )
})

test('the weekly summary has the newest five Keeps and the newest five Tries', () => {
  const insights = Array.from({ length: 14 }, (_, index) => ({
    id: index,
    type: (['try', 'keep', 'problem'] as const)[index % 3],
  }))
  expect(keepsAndTries(insights as unknown as Insight[], []).map(({ id }) => id)).toEqual([
    1, 4, 7, 10, 13, 0, 3, 6, 9, 12,
  ])
})
