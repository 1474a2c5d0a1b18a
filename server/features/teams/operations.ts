import type { Team, TeamChange } from '#contract/users.ts'
import { requireAdministrator } from '#server/access/administrators.ts'
import type { Scope } from '#server/access/scope.ts'
import { type Db, inTeam } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import type { Services } from '#server/services.ts'
import { firstDayOf } from './policy.ts'
import * as teams from './sql.ts'

/** @throws AppError admins_only, invalid_input: a time zone that the database does not know */
export async function changeTeam(
  { database, logEvent, now }: Services,
  scope: Scope,
  change: TeamChange,
): Promise<Team> {
  requireAdministrator(scope)
  const team = await inTeam(database, scope, async (db) => {
    if (change.time_zone !== undefined) await requireKnownZone(db, change.time_zone)
    if (change.report_time === undefined) return teams.updateTeam(db, scope, change)
    const report_time_from = firstDayOf(change.report_time, await teams.selectReportTimes(db, scope, now()))
    return teams.updateTeam(db, scope, { ...change, report_time_from })
  })
  logEvent('team_changed', scope)
  return team
}

/** Within the caller's transaction. @throws AppError invalid_input: a time zone that the database does not know */
export async function requireKnownZone(db: Db, zone: string): Promise<void> {
  if (!(await teams.knowsZone(db, zone)))
    throw new AppError('invalid_input', { field: { name: 'time_zone', code: 'invalid' } })
}

export { knowsZone } from './sql.ts'
