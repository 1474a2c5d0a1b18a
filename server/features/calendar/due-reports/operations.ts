import { dueStatusOn } from '#contract/due.ts'
import type { DueReports } from '#contract/due-reports.ts'
import type { Scope } from '#server/access/scope.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { absencesBetween } from '#server/features/calendar/absences/operations.ts'
import { holidaysBetween } from '#server/features/calendar/holidays/operations.ts'
import type { Services } from '#server/services.ts'
import { selectSchedules } from './sql.ts'

/** Lists the members with a report due on the day, and why no report of the other members is due (N4.01). */
export const readDueReports = ({ database }: Services, scope: Scope, date: string): Promise<DueReports> =>
  withTeamTransaction(database, scope, async (db) => {
    const day = { from: date, until: date }
    const holidays = await holidaysBetween(db, scope, day)
    const daysOff = { holidays, absences: await absencesBetween(db, scope, day) }
    const members = await selectSchedules(db, scope)
    return {
      date,
      members: members.map((member) => Object.assign({ user_id: member.id }, dueStatusOn(member, date, daysOff))),
    }
  })
