import { withTeamTransaction } from '#server/db/database.ts'
import { forEachTeam } from '#server/db/each-team.ts'
import { queueDelivery } from '#server/db/outbox.ts'
import { waysOf } from '#server/db/fragments/reachable.ts'
import type { Services } from '#server/services.ts'
import { insertReminders, selectAsked } from './sql.ts'

/**
 * Queues reminders for all members at their reminder hour, team by team. A second run on the same day queues none.
 * @throws AggregateError of the teams that failed, after all others are done
 */
export async function queueReminders({ config, database, now }: Services): Promise<void> {
  const ways = waysOf(config)
  await forEachTeam(database, 'Reminders', {
    async select(db, teamIds) {
      const asked = await selectAsked(db, ways, now(), teamIds)
      return [...Map.groupBy(asked, ({ team_id }) => team_id)]
    },
    work: ([teamId, asked]) =>
      withTeamTransaction(database, { teamId }, async (db) => {
        for (const { id, destination } of await insertReminders(db, teamId, asked, now()))
          await queueDelivery(db, { teamId, id, destination }, now())
      }),
  })
}
