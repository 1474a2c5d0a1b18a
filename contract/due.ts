import type { Absence } from './absences.ts'
import type { Holiday } from './holidays.ts'
import type { User } from './users.ts'

/** Why no report is due from a member on a day (N4.01). */
export const notDue = ['before-joining', 'after-leaving', 'not-a-writer', 'day-off-pattern', 'holiday', 'away'] as const
/** What else is to be said of a day on which one is. */
export const halfAway = ['away-morning', 'away-afternoon'] as const

export type Reason = (typeof notDue | typeof halfAway)[number]

/** `reason`: null where a report is due and the member is there all day. */
export type Expectation = { due: boolean; reason: Reason | null }

/** What of a member decides whether a report is due; `joined_on` is a day of their zone. */
export type Expected = Pick<User, 'id' | 'joined_on' | 'is_active' | 'writes' | 'working_days'>

/** The team's days off, and those of its members, at least of the days that are asked about. */
export type DaysOff = { holidays: readonly Pick<Holiday, 'date'>[]; absences: readonly Omit<Absence, 'id'>[] }

/** The same with what the holidays are called. */
export type NamedDaysOff = Pick<DaysOff, 'absences'> & { holidays: readonly Holiday[] }

/** Where none are known. */
export const noDaysOff = { holidays: [], absences: [] } satisfies DaysOff

/**
 * Whether a report is due from the member on the day, YYYY-MM-DD, and why not. Who has left is expected on no day any more,
 * past ones included (N1.03). `server/db/due.ts` says the same to PostgreSQL.
 */
export function expectationOn(member: Expected, date: string, { holidays, absences }: DaysOff): Expectation {
  const not = (reason: Reason): Expectation => ({ due: false, reason })
  if (date < member.joined_on) return not('before-joining')
  if (!member.is_active) return not('after-leaving')
  if (!member.writes) return not('not-a-writer')
  if (!member.working_days.includes(isoWeekday(date))) return not('day-off-pattern')
  if (holidays.some((holiday) => holiday.date === date)) return not('holiday')
  const away = absences.filter(({ user_id, from, until }) => user_id === member.id && from <= date && date <= until)
  if (away.some(({ half }) => half === null)) return not('away')
  const half = away[0]?.half
  return { due: true, reason: half ? `away-${half}` : null }
}

/** 1 is Monday, 7 Sunday (ISO 8601). @param date YYYY-MM-DD */
export const isoWeekday = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay() || 7
