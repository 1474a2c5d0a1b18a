import type { ScheduleChange } from '#contract/users.ts'
import type { Db } from '#server/db/database.ts'
import { hasRow } from '#server/db/fragments/has-row.ts'

/**
 * Changes the given fields only.
 * @returns true if the team has such a member who has not left
 */
export const updateSchedule = (
  db: Db,
  { teamId, userId }: { teamId: string; userId: string },
  { writes, time_zone, working_days, reminder_hour }: ScheduleChange,
): Promise<boolean> =>
  hasRow(
    db
      .updateTable('users')
      .set(({ ref }) => ({
        writes: writes ?? ref('writes'),
        time_zone: time_zone === undefined ? ref('time_zone') : time_zone,
        working_days: working_days === undefined ? ref('working_days') : working_days,
        reminder_hour: reminder_hour === undefined ? ref('reminder_hour') : reminder_hour,
      }))
      .where((is) => is.and({ team_id: teamId, id: userId }))
      .where('left_at', 'is', null)
      .returning('id'),
  )
