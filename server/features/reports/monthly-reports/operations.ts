import type { Achievement } from '#contract/monthly-reports.ts'
import type { Scope } from '#server/access/scope.ts'
import { type Db, withTeamTransaction } from '#server/db/database.ts'
import type { Services } from '#server/services.ts'
import * as months from './sql.ts'

/** Returns a member's reports of a month. Must run in the caller's transaction. @param of.month YYYY-MM */
export const monthOf = (
  db: Db,
  { month, ...member }: Pick<Scope, 'teamId' | 'userId'> & { month: string },
): Promise<Achievement[]> => months.selectMonth(db, member, `${month}-01`)

/** Returns the member's reports of a month, by date. @param of.month 1 to 12 */
export const readAchievement = (
  { database }: Services,
  scope: Scope,
  { year, month }: { year: number; month: number },
): Promise<Achievement[]> => {
  const first = `${year}-${String(month).padStart(2, '0')}-01`
  return withTeamTransaction(database, scope, (db) => months.selectMonth(db, scope, first))
}
