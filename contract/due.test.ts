import { expect, test } from 'vitest'
import { type DaysOff, type DueStatus, type MemberSchedule, dueStatusOn } from './due.ts'

const misaki = '01998d5c-0000-7000-8000-000000000001'
const member: MemberSchedule = {
  id: misaki,
  joined_on: '2026-10-14', // a Wednesday
  is_active: true,
  writes: true,
  working_days: [1, 2, 3, 4, 5],
}
const away = (from: string, until: string, half: 'morning' | 'afternoon' | null = null, user_id = misaki) => ({
  user_id,
  from,
  until,
  half,
})
const daysOff: DaysOff = {
  holidays: [{ date: '2026-11-03' }, { date: '2026-11-08' }],
  absences: [
    away('2026-10-28', '2026-11-04'),
    away('2026-11-05', '2026-11-05', 'morning'),
    away('2026-11-06', '2026-11-06', 'afternoon'),
    away('2026-10-23', '2026-10-23', null, '01998d5c-0000-7000-8000-000000000002'),
  ],
}
const due: DueStatus = { due: true, reason: null }
const not = (reason: DueStatus['reason']): DueStatus => ({ due: false, reason })

test.each<[string, string, MemberSchedule, DueStatus]>([
  ['the day of joining', '2026-10-14', member, due],
  ['a Friday', '2026-10-23', member, due],
  ['a Saturday', '2026-10-24', member, not('day-off-pattern')],
  ['a Sunday', '2026-10-25', member, not('day-off-pattern')],
  ['a Monday', '2026-10-26', member, due],
  ['the day before joining', '2026-10-13', member, not('before-joining')],
  ['a week-end before joining', '2026-10-11', member, not('before-joining')],
  ['a working day of somebody who has left', '2026-10-23', { ...member, is_active: false }, not('after-leaving')],
  ['a working day of a member who only reads', '2026-10-23', { ...member, writes: false }, not('not-a-writer')],
  ['a Sunday of a member who works on Sundays', '2026-10-25', { ...member, working_days: [7] }, due],
  [
    'a Monday of a member who does not work on Mondays',
    '2026-10-26',
    { ...member, working_days: [2, 7] },
    not('day-off-pattern'),
  ],
  ['a holiday', '2026-11-03', { ...member, id: 'another' }, not('holiday')],
  ['a holiday while away', '2026-11-03', member, not('holiday')],
  ['a holiday on a Sunday', '2026-11-08', member, not('day-off-pattern')],
  ['the day before an absence', '2026-10-27', member, due],
  ['the first day of an absence', '2026-10-28', member, not('away')],
  ['the last day of an absence', '2026-11-04', member, not('away')],
  ['a free morning', '2026-11-05', member, { due: true, reason: 'away-morning' }],
  ['a free afternoon', '2026-11-06', member, { due: true, reason: 'away-afternoon' }],
  ['the first day of the calendar', '0001-01-01', { ...member, joined_on: '0001-01-01' }, due],
])('dueStatusOn returns whether a report is due on %s', (_, date, schedule, status) =>
  expect(dueStatusOn(schedule, date, daysOff)).toEqual(status),
)
