import { expect, it } from 'vitest'
import { usualWorkingDays } from '#contract/users.ts'
import { member } from '#contract/testing/members.ts'
import { daysOfMonth } from '../../dates/dates.ts'
import { listedDays, monthRow } from './month-row.ts'

const october = daysOfMonth('2026-10')
const yui = member('yui', '高木', '結', { working_days: [1, 2, 3, 4, 6], joined_on: '2026-10-02' })
const away = (from: string, until = from, half: 'morning' | null = null) => ({
  id: `${from} ${until}`,
  user_id: yui.id,
  from,
  until,
  half,
})
const holidays = [{ date: '2026-10-12', name: 'スポーツの日' }]

it("a member's row marks the working days on which no report is due", () => {
  const row = monthRow(yui, october, { holidays, absences: [away('2026-10-09')] }, usualWorkingDays)
  expect(row.filter(({ isNotDue }) => isNotDue).map(({ date }) => date.slice(8))).toEqual([
    '01',
    '02',
    '16',
    '23',
    '30',
  ])
  const reader = monthRow({ ...yui, writes: false }, october, { holidays, absences: [] }, usualWorkingDays)
  expect(reader.filter(({ isNotDue }) => isNotDue)).toHaveLength(22)
})

it('an absence is drawn from its first to its last day, within the month', () => {
  const absences = [
    away('2026-09-28', '2026-10-01'),
    away('2026-10-09', '2026-10-13'),
    away('2026-10-31', '2026-11-02'),
  ]
  const row = monthRow(yui, october, { holidays, absences }, usualWorkingDays).filter(({ absence }) => absence)
  expect(row.map(({ date, starts, ends }) => date.slice(8) + (starts ? '[' : '') + (ends ? ']' : ''))).toEqual([
    '01[]',
    '09[',
    '10',
    '11',
    '12',
    '13]',
    '31[]',
  ])
})

it("a month's list has the holidays, and each absence on its first day or the first of the month", () => {
  const absences = [away('2026-09-28', '2026-10-02'), away('2026-10-02', '2026-10-05'), away('2026-11-01')]
  const days = listedDays([yui], october, { holidays, absences })
  expect(
    days.map(({ date, holiday, away: all }) => [date.slice(8), holiday, all.map(({ absence }) => absence.id)]),
  ).toEqual([
    ['01', undefined, ['2026-09-28 2026-10-02']],
    ['02', undefined, ['2026-10-02 2026-10-05']],
    ['12', 'スポーツの日', []],
  ])
})
