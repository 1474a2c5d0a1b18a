import { describe, expect, it } from 'vitest'
import { noDaysOff } from '#contract/due.ts'
import { prefill } from '#contract/new-report.ts'
import { emptyReport, valuesOf } from '#contract/report-fields.ts'
import type { Report } from '#contract/reports.ts'
import { type Me, type User, usualWorkingDays } from '#contract/users.ts'
import { earliestWritable, inReadingOrder, mayBeFirstMinute, reportBy, attendanceOf, closedReason } from './day.ts'

const report = (user_id: string, time: string, issues = '') =>
  ({ id: `r-${user_id}`, user_id, created_at: `2026-10-23T${time}:00+09:00`, issues }) as Report
const member = (id: string, is_active = true, joined_on = '2026-01-05') =>
  ({ id, is_active, joined_on, writes: true, working_days: usualWorkingDays }) as User

const day = [report('b', '09:10'), report('a', '08:47', '困った'), report('ME', '09:02')]

it('inReadingOrder sorts my own report first, then the others by time', () => {
  expect(inReadingOrder(day, 'me').map(({ user_id }) => user_id)).toEqual(['ME', 'a', 'b'])
  expect(inReadingOrder(day, undefined).map(({ user_id }) => user_id)).toEqual(['a', 'ME', 'b'])
})

it('my report is found even if the case of the id differs', () => {
  expect(reportBy('me', day)?.id).toBe('r-ME')
  expect(reportBy('c', day)).toBeUndefined()
  expect(reportBy(undefined, day)).toBeUndefined()
})

it('attendanceOf lists active members in order of submission, those without a report last', () => {
  const members = [member('c'), member('me'), member('a'), member('gone', false), member('b')]
  const { present, absent, isDue } = attendanceOf(members, day, '2026-10-23', noDaysOff)
  expect(present.map(({ id }) => id)).toEqual(['a', 'me', 'b'])
  expect(absent.map(({ id }) => id)).toEqual(['c'])
  expect(isDue).toBe(true)
})

it('attendanceOf leaves out a deactivated member with a report', () =>
  expect(
    attendanceOf([member('a', false), member('b')], day, '2026-10-23', noDaysOff).present.map(({ id }) => id),
  ).toEqual(['b']))

it('no report is due before a member joined or on a weekend', () => {
  const members = [member('c'), member('late', true, '2026-10-24'), member('a')]
  expect(attendanceOf(members, day, '2026-10-23', noDaysOff).absent.map(({ id }) => id)).toEqual(['c'])
  const sunday = attendanceOf(members, day, '2026-10-25', noDaysOff)
  expect([sunday.present.length, sunday.absent, sunday.isDue]).toEqual([1, [], false])
})

describe('attendanceOf', () => {
  const friday = '2026-10-23'
  const free = { ...member('off'), working_days: [1, 2, 3] }
  const members = [member('a'), member('b'), member('c'), free, { ...member('reader'), writes: false }]
  const absence = (user_id: string, half: 'morning' | 'afternoon' | null = null) => ({
    user_id,
    from: '2026-10-22',
    until: '2026-10-26',
    half,
  })
  const ids = (people: readonly { id: string }[]) => people.map(({ id }) => id)

  it('attendanceOf lists absent members with their last day, and leaves out read-only members', () => {
    const attendance = attendanceOf(members, day, friday, { holidays: [], absences: [absence('c')] })
    expect([ids(attendance.present), ids(attendance.absent), ids(attendance.notWorking)]).toEqual([
      ['a', 'b'],
      [],
      ['off'],
    ])
    expect(attendance.away).toEqual([{ member: members[2], until: '2026-10-26' }])
  })

  it('attendanceOf lists an absent member with a report as present', () => {
    const attendance = attendanceOf(members, day, friday, { holidays: [], absences: [absence('a')] })
    expect([ids(attendance.present), ids(attendance.absent), attendance.away]).toEqual([['a', 'b'], ['c'], []])
  })

  it('attendanceOf expects a report from a member who is absent for half a day', () => {
    const half = { ...absence('c', 'afternoon'), from: friday, until: friday }
    const attendance = attendanceOf(members, day, friday, { holidays: [], absences: [half] })
    expect([ids(attendance.absent), attendance.away, [...attendance.halves]]).toEqual([['c'], [], [['c', 'afternoon']]])
  })

  it('attendanceOf lists no missing, absent or free members on a day without due reports', () => {
    const daysOff = { holidays: [{ date: friday }], absences: [absence('c')] }
    for (const date of [friday, '2026-10-25']) {
      const { absent, away, notWorking, halves, isDue } = attendanceOf(members, [], date, daysOff)
      expect([absent, away, notWorking, halves.size, isDue]).toEqual([[], [], [], 0, false])
    }
  })

  it('attendanceOf lists members with that weekday off if the only working member is absent', () =>
    expect(
      ids(attendanceOf([members[2]!, free], [], friday, { holidays: [], absences: [absence('c')] }).notWorking),
    ).toEqual(['off']))
})

it('a new report is prefilled with the plan and the blocker of the latest report', () => {
  const latest = { yesterday_work: '古い', today_plan: '計画', issues: '困', blocker: '困' }
  expect(prefill(latest as never, 'morning')).toEqual({
    ...emptyReport,
    yesterday_work: '計画',
    today_plan: '計画',
    issues: '困',
  })
  expect(prefill(latest as never, 'evening')).toEqual({
    ...emptyReport,
    yesterday_work: '計画',
    today_plan: '',
    issues: '困',
  })
  expect(prefill(undefined, 'morning')).toEqual({ ...emptyReport, yesterday_work: '', today_plan: '', issues: '' })
})

it.each(['なし', '特になし', 'None', '- none', 'なし\n特にありません'])(
  'a new report has no blockers if the latest report says %j (E3.01)',
  (blocker) => expect(prefill({ today_plan: '計画', blocker }, 'morning').issues).toBe(''),
)

it('the form is filled with the text of an existing report', () => {
  const words = { ...emptyReport, yesterday_work: '古い', today_plan: '計画', issues: '困' }
  expect(valuesOf({ ...day[0]!, ...words })).toEqual(words)
})

it.each([
  ['a new member on the day of joining', { joined_on: '2026-10-23', is_admin: false }, [], true],
  ['a new member on a later day', { joined_on: '2026-10-22', is_admin: false }, [], false],
  ['an administrator with steps left', { joined_on: '2026-10-22', is_admin: true }, ['invite'], true],
  ['an administrator without steps left', { joined_on: '2026-10-22', is_admin: true }, [], false],
  ['a member whose administrator has steps left', { joined_on: '2026-10-22', is_admin: false }, ['invite'], false],
])('only new members and administrators with first steps left may see a welcome: %s', (_, own, first_steps, expected) =>
  expect(mayBeFirstMinute({ ...own, team: { first_steps } } as unknown as Me, '2026-10-23')).toBe(expected),
)

describe('a day that can be written about', () => {
  const since = (joined_on: string) => member('me', true, joined_on)

  it('a report can be written for the previous working day, on a Monday for Friday', () => {
    const writtenOn = { '2026-10-22': '2026-10-23', '2026-10-23': '2026-10-26', '2026-10-26': '2026-10-27' }
    for (const [day, today] of Object.entries(writtenOn))
      expect(earliestWritable(today, since('2026-01-05'), noDaysOff)).toBe(day)
    for (const weekend of ['2026-10-24', '2026-10-25'])
      expect(earliestWritable(weekend, since('2026-01-05'), noDaysOff)).toBe('2026-10-23')
  })

  it('a report for the last working day can be written after a holiday and an absence', () => {
    const me = since('2026-01-05')
    const away = { user_id: me.id, from: '2026-11-04', until: '2026-11-05', half: null }
    const daysOff = { holidays: [{ date: '2026-11-03' }], absences: [away] }
    expect(earliestWritable('2026-11-04', me, daysOff)).toBe('2026-11-02')
    expect(earliestWritable('2026-11-06', me, daysOff)).toBe('2026-11-02')
    expect(earliestWritable('2026-11-06', me, { ...daysOff, absences: [{ ...away, half: 'morning' }] })).toBe(
      '2026-11-05',
    )
  })

  it('yesterday is the earliest writable day for an unknown member, or a member who joined at the weekend', () => {
    expect(earliestWritable('2026-10-26', since('2026-10-24'), noDaysOff)).toBe('2026-10-25')
    expect(earliestWritable('2026-10-26', undefined, noDaysOff)).toBe('2026-10-25')
  })

  it('a read-only member cannot write a report, even if they have written one before', () =>
    expect(
      closedReason('2026-10-26', {
        today: '2026-10-26',
        own: day[0],
        member: { ...since('2026-10-14'), writes: false },
        daysOff: noDaysOff,
        isMissing: true,
      }),
    ).toBe('not-a-writer'))

  it.each([
    ['2026-10-26', undefined, undefined],
    ['2026-10-23', undefined, undefined],
    ['2026-10-22', undefined, 'past'],
    ['2026-10-13', undefined, 'before-joining'],
    ['2026-10-22', day[0], undefined],
    ['2020-01-01', day[0], undefined],
  ])('closedReason tells whether a report for %s can be written (case %#, own report: %s)', (date, own, why) =>
    expect(
      closedReason(date, {
        today: '2026-10-26',
        own,
        member: since('2026-10-14'),
        daysOff: noDaysOff,
        isMissing: false,
      }),
    ).toBe(why),
  )

  it('a missing report can be written while its month is still open (E2.02)', () =>
    expect(
      closedReason('2026-10-15', {
        today: '2026-10-26',
        own: undefined,
        member: since('2026-10-14'),
        daysOff: noDaysOff,
        isMissing: true,
      }),
    ).toBe(undefined))
})
