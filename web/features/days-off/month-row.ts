import type { Absence } from '#contract/absences.ts'
import { dueStatusOn, isoWeekday, type Reason } from '#contract/due.ts'
import type { User } from '#contract/users.ts'
import type { CalendarDate } from '../../dates/dates.ts'
import type { CalendarDays } from '../../entities/days-off.ts'

/** Opens the form for a member's absence. @param element gets the focus back when the form closes */
export type OpenDay = (member: User, date: CalendarDate, absence: Absence | undefined, element: HTMLElement) => void

/** A day of a member. `absence`: the absence that covers the day, even if no report would be due on it anyway. */
export type MemberDay = {
  date: CalendarDate
  absence: Absence | undefined
  /** Whether the bar of the absence starts in this cell: on the first day of the absence or of the month. */
  starts: boolean
  ends: boolean
  /** Whether no report is due from the member, although the team works on this day and the member is not absent. */
  isNotDue: boolean
}

/** Reasons without a due report that the grid shows by other means: the day's background, or the bar of an absence. */
const ofTheTeam = new Set<Reason | null>(['holiday', 'away'])

/**
 * Returns the member's row of the grid.
 * @param dates the days of the month, in order
 * @param workingDays the days on which the team works, from 1 for Monday
 */
export function monthRow(
  member: User,
  dates: readonly CalendarDate[],
  daysOff: CalendarDays,
  workingDays: readonly number[],
): MemberDay[] {
  const own = daysOff.absences.filter(({ user_id }) => user_id === member.id)
  return dates.map((date, index) => {
    const absence = own.find(({ from, until }) => from <= date && date <= until)
    const { due, reason } = dueStatusOn(member, date, daysOff)
    return {
      date,
      absence,
      starts: absence?.from === date || index === 0,
      ends: absence?.until === date || index === dates.length - 1,
      isNotDue: !absence && !due && !ofTheTeam.has(reason) && workingDays.includes(isoWeekday(date)),
    }
  })
}

export type ListedDay = { date: CalendarDate; holiday: string | undefined; away: { member: User; absence: Absence }[] }

/**
 * Returns the days with a holiday or a starting absence.
 * An absence that began before the month is listed on the first of the month.
 */
export const listedDays = (
  members: readonly User[],
  dates: readonly CalendarDate[],
  { holidays, absences }: CalendarDays,
): ListedDay[] =>
  dates
    .map((date, index) => ({
      date,
      holiday: holidays.find((holiday) => holiday.date === date)?.name,
      away: members.flatMap((member) =>
        absences
          .filter(({ user_id }) => user_id === member.id)
          .filter(({ from, until }) => from === date || (index === 0 && from < date && date <= until))
          .map((absence) => ({ member, absence })),
      ),
    }))
    .filter(({ holiday, away }) => holiday !== undefined || away.length > 0)
