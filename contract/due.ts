import type { Absence } from './absences.ts'
import type { Holiday } from './holidays.ts'
import type { User } from './users.ts'

/** The reasons why no report is due from a member on a day (N4.01). */
export const notDueReasons = [
  'before-joining',
  'after-leaving',
  'not-a-writer',
  'day-off-pattern',
  'holiday',
  'away',
] as const
/** The reasons why a member is away for half of a day. Their report is still due. */
export const halfDayReasons = ['away-morning', 'away-afternoon'] as const

export type Reason = (typeof notDueReasons | typeof halfDayReasons)[number]

/** `reason`: null if a report is due and the member is present all day. */
export type DueStatus = { due: boolean; reason: Reason | null }

/** The member's data that decide whether a report is due. `joined_on`: a day in the member's time zone. */
export type MemberSchedule = Pick<User, 'id' | 'joined_on' | 'is_active' | 'writes' | 'working_days'>

/** The days off of the team and its members, for at least the requested days. */
export type DaysOff = { holidays: readonly Pick<Holiday, 'date'>[]; absences: readonly Omit<Absence, 'id'>[] }

/** The days off, with the names of the holidays. */
export type NamedDaysOff = Pick<DaysOff, 'absences'> & { holidays: readonly Holiday[] }

export const noDaysOff = { holidays: [], absences: [] } satisfies DaysOff

/**
 * Returns whether a report is due from the member on the day (YYYY-MM-DD), or why not. From a former member, no report
 * is due on any day, including past ones (N1.03). `server/db/fragments/due.ts` must implement the same in SQL.
 */
export function dueStatusOn(member: MemberSchedule, date: string, { holidays, absences }: DaysOff): DueStatus {
  const not = (reason: Reason): DueStatus => ({ due: false, reason })
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

/** Returns 1 for Monday to 7 for Sunday (ISO 8601). @param date YYYY-MM-DD */
export const isoWeekday = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay() || 7
