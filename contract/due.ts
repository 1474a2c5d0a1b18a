import type { User } from './users.ts'

/** Why no report is due (N4.01). */
export type NotDue = 'before-joining' | 'after-leaving' | 'day-off-pattern'

/** What of a member decides whether a report is due; the day of joining is one of the team's zone. */
export type Expected = Pick<User, 'joined_on' | 'is_active'>

/**
 * Why no report is due from the member on the day, YYYY-MM-DD; undefined where one is. Who has left is expected on no
 * day any more, past ones included (N1.03). `server/db/working-days.ts` says the same to PostgreSQL.
 */
export function whyNotDue({ joined_on, is_active }: Expected, date: string): NotDue | undefined {
  if (date < joined_on) return 'before-joining'
  if (!is_active) return 'after-leaving'
  return isWorkingDay(date) ? undefined : 'day-off-pattern'
}

/** Monday to Friday: a team's holidays are not known. */
export const isWorkingDay = (date: string): boolean => new Date(`${date}T00:00:00Z`).getUTCDay() % 6 !== 0
