import type { Absence } from '#contract/absences.ts'
import { expectationOn, isoWeekday, type Reason } from '#contract/due.ts'
import type { User } from '#contract/users.ts'
import type { CalendarDate } from '../../lib/dates.ts'
import type { CalendarDays } from './queries.ts'

/** Opens the form for a member's absence. @param element where the focus goes back to */
export type OpenDay = (member: User, date: CalendarDate, absence: Absence | undefined, element: HTMLElement) => void

/** A member's day. `absence`: of which it is one, whatever else would keep them from writing. */
export type MemberDay = {
  date: CalendarDate
  absence: Absence | undefined
  /** The absence has its end in the grid here: it begins or ends, or the month does. */
  starts: boolean
  ends: boolean
  /** On which the team works and no report is due from this member. */
  isNotDue: boolean
}

/** What others of the team know about: it is no pattern of the member's own. */
const ofTheTeam = new Set<Reason | null>(['holiday', 'away'])

/** A row of the grid. @param dates of the month, in order @param workingDays the team's, from 1 for Monday */
export function monthRow(
  member: User,
  dates: readonly CalendarDate[],
  daysOff: CalendarDays,
  workingDays: readonly number[],
): MemberDay[] {
  const own = daysOff.absences.filter(({ user_id }) => user_id === member.id)
  return dates.map((date, index) => {
    const absence = own.find(({ from, until }) => from <= date && date <= until)
    const { due, reason } = expectationOn(member, date, daysOff)
    return {
      date,
      absence,
      starts: absence?.from === date || index === 0,
      ends: absence?.until === date || index === dates.length - 1,
      isNotDue: !absence && !due && !ofTheTeam.has(reason) && workingDays.includes(isoWeekday(date)),
    }
  })
}

/** What a day of the list has. */
export type ListedDay = { date: CalendarDate; holiday: string | undefined; away: { member: User; absence: Absence }[] }

/** The days on which something is or begins; what began before the month stands on its first day. */
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
