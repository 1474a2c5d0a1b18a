import type { ScheduleChange, User } from '#contract/users.ts'
import { requireAdministrator } from '#server/access/administrators.ts'
import type { Scope } from '#server/access/scope.ts'
import { answering } from '#server/access/idempotency.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import { requireKnownZone } from '#server/features/team/team-settings/operations.ts'
import { readMember } from '#server/db/accounts/user.ts'
import type { Services } from '#server/services.ts'
import { updateSchedule } from './sql.ts'

/**
 * Changes a member's working days, time zone and reminders, and whether the member writes reports (N4.03).
 * @throws AppError admins_only, session_needed: the schedule is another member's; not_found; invalid_input: the
 *   database does not know the time zone
 */
export async function changeSchedule({ database }: Services, scope: Scope, userId: string, change: ScheduleChange) {
  if (userId !== scope.userId) {
    requireAdministrator(scope)
    if (scope.tokenScopes) throw new AppError('session_needed') // a token must not change other members (E1.08)
  }
  return withTeamTransaction(database, answering(scope), async (db): Promise<User> => {
    if (change.time_zone) await requireKnownZone(db, change.time_zone)
    const member = { teamId: scope.teamId, userId }
    if (!(await updateSchedule(db, member, change))) throw new AppError('not_found')
    return readMember(db, member)
  })
}
