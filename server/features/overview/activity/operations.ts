import type { Activity } from '#contract/activity.ts'
import type { Scope } from '#server/access/scope.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import type { Services } from '#server/services.ts'
import { selectActivity } from './sql.ts'

/** Lists reports, insights and new members, newest first. @param before the `next` of the previous page */
export const readActivity = (
  { database }: Services,
  scope: Scope,
  before: string | undefined,
  limit: number,
): Promise<Activity> =>
  withTeamTransaction(database, scope, async (db) => {
    // Selects one row more than needed: it shows whether there is a next page.
    const rows = await selectActivity(db, scope, before, limit + 1)
    const entries = rows.slice(0, limit)
    return {
      entries: entries.map(({ entry }) => entry),
      next: rows.length > limit ? entries.at(-1)!.cursor : null,
    }
  })
