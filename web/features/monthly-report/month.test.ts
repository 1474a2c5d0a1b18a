import { describe, expect, it } from 'vitest'
import { noDaysOff } from '#contract/due.ts'
import type { Achievement } from '#contract/monthly-reports.ts'
import { member } from '#contract/testing/members.ts'
import { achievementOf, daysOf, monthIn } from './month.ts'

const entry = (report_date: string, yesterday_work = '設計'): Achievement => ({
  report_date,
  yesterday_work,
  issues: '',
  report_time: 'morning',
  added_later: false,
  blockers: [],
})
const friday = '2026-10-23'
const since = (joined_on: string) => ({
  today: friday,
  member: member('me', '佐伯', '美咲', { joined_on }),
  daysOff: noDaysOff,
})

it('monthIn returns this month or the previous one, also across the turn of the year', () => {
  expect(monthIn('current', friday)).toBe('2026-10')
  expect(monthIn('previous', friday)).toBe('2026-09')
  expect(monthIn('previous', '2026-01-31')).toBe('2025-12')
  expect(monthIn('previous', '2026-03-31')).toBe('2026-02')
})

describe('daysOf', () => {
  const standings = (entries: Achievement[], joined = '2026-01-01') =>
    Object.fromEntries(
      daysOf('2026-10', entries, since(joined)).map(({ date, standing }) => [Number(date.slice(8)), standing]),
    )

  it('daysOf returns every day of the month', () => {
    expect(Object.keys(standings([]))).toHaveLength(31)
    expect(daysOf('2024-02', [], since(friday))).toHaveLength(29)
  })

  it('daysOf marks a day without a report as missed, free, open or future', () => {
    expect(standings([])).toMatchObject({ 1: 'missed', 3: 'free', 4: 'free', 5: 'missed', 23: 'open', 24: 'future' })
  })

  it('daysOf names holidays and absences, and expects no report on them', () => {
    const away = { user_id: 'me', from: '2026-10-13', until: '2026-10-14', half: null }
    const daysOff = { holidays: [{ date: '2026-10-12', name: 'スポーツの日' }], absences: [away] }
    const days = daysOf('2026-10', [entry('2026-10-14')], { ...since('2026-10-01'), daysOff })
    expect(days.slice(11, 15).map(({ standing }) => standing)).toEqual(['holiday', 'away', 'short', 'missed'])
    expect(days.flatMap(({ holiday }) => holiday ?? [])).toEqual(['スポーツの日'])
    expect(achievementOf(days)).toEqual({ met: 0, due: 13 })
  })

  it('daysOf grades a day by its lines of work: one, up to three, or more', () => {
    const entries = [
      entry('2026-10-01', '・設計'),
      entry('2026-10-02', '- a\n\n- b\n- c'),
      entry('2026-10-05', 'a\nb\nc\nd'),
    ]
    expect(standings(entries)).toMatchObject({ 1: 'short', 2: 'usual', 5: 'long' })
  })

  it('daysOf marks the days before the member joined as neither missed nor free', () => {
    expect(standings([], '2026-10-14')).toMatchObject({ 11: 'before', 13: 'before', 14: 'missed', 17: 'free' })
  })
})

describe('achievementOf', () => {
  const figure = (entries: Achievement[], joined = '2026-01-01') =>
    achievementOf(daysOf('2026-10', entries, since(joined)))

  it("achievementOf counts today only after today's report is submitted", () => {
    expect(figure([])).toEqual({ met: 0, due: 16 })
    expect(figure([entry('2026-10-22')])).toEqual({ met: 1, due: 16 })
    expect(figure([entry(friday)])).toEqual({ met: 1, due: 17 })
  })

  it('achievementOf ignores weekend reports, so that the achievement never exceeds 100 %', () => {
    expect(figure([entry('2026-10-03'), entry('2026-10-04')])).toEqual({ met: 0, due: 16 })
  })

  it('achievementOf counts from the day on which the member joined', () => {
    expect(figure([entry('2026-10-21'), entry('2026-10-22')], '2026-10-21')).toEqual({ met: 2, due: 2 })
    expect(figure([], '2026-10-24')).toEqual({ met: 0, due: 0 })
  })
})
