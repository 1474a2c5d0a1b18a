import { expectationOn } from '#contract/due.ts'
import type { ExpectedDay } from '#contract/expected.ts'
import type { Scope } from '#server/access/scope.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { absencesBetween } from '#server/features/calendar/absences/operations.ts'
import { holidaysBetween } from '#server/features/calendar/holidays/operations.ts'
import type { Services } from '#server/services.ts'
import { selectExpected } from './sql.ts'

/** Lists the members with a report due on the day, and the reasons of the others (N4.01). */
export const readExpected = ({ database }: Services, scope: Scope, date: string): Promise<ExpectedDay> =>
  withTeamTransaction(database, scope, async (db) => {
    const day = { from: date, until: date }
    const holidays = await holidaysBetween(db, scope, day)
    const daysOff = { holidays, absences: await absencesBetween(db, scope, day) }
    const members = await selectExpected(db, scope)
    return {
      date,
      members: members.map((member) => Object.assign({ user_id: member.id }, expectationOn(member, date, daysOff))),
    }
  })
