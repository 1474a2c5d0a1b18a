import { closingDay, weekHour, weekOf } from '#contract/weeks.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { forEachTeam } from '#server/db/each-team.ts'
import { queueDelivery } from '#server/db/outbox.ts'
import type { Services } from '#server/services.ts'
import { insertMails, selectTeams } from './sql.ts'

/**
 * Queues the weekly emails of the members who want them, in teams whose week has ended (N11.01). Queues one email per
 * member and week.
 * @throws AggregateError of the teams that failed, after all others are done
 */
export async function queueWeekMails({ config, database, now }: Services): Promise<void> {
  if (!config.mail) return
  await forEachTeam(database, 'Week mails', {
    select: (db, teamIds) => selectTeams(db, teamIds, now()),
    async work({ teamId, day, hour, reminder_hour, working_days, holidays }) {
      const week = weekOf(day, working_days)
      if (hour < weekHour(reminder_hour) || closingDay(week, working_days, holidays) !== day) return
      await withTeamTransaction(database, { teamId }, async (db) => {
        for (const { id } of await insertMails(db, { teamId }, { from: week.from, now: now() }))
          await queueDelivery(db, { teamId, id, destination: 'mail' }, now())
      })
    },
  })
}
