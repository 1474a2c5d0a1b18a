import type { Scope } from '#server/access/scope.ts'
import type { BlockerRow } from '#server/db/schema/tables/blocker.ts'
import type { Db } from '#server/db/database.ts'
import type { Listener } from '#server/db/fragments/webhook-listeners.ts'
import { tell } from '#server/webhook-events/operations.ts'
import { becameOf } from './policy.ts'
import { selectBlockers } from './sql.ts'

type Member = Pick<Scope, 'teamId' | 'userId'>

/** Notifies webhooks of blockers that were opened, resolved or are no longer mentioned. */
export async function tellOf(
  db: Db,
  member: Member,
  { listeners, before, after, now }: Compared & { now: Date },
): Promise<void> {
  if (listeners.length === 0) return
  for (const { id, event } of becameOf(before, after))
    await tell({ now: () => now }, db, member, listeners, event, async () => {
      const [blocker] = await selectBlockers(db, member, { id, now })
      return blocker!
    })
}
type Compared = { listeners: readonly Listener[]; before: readonly BlockerRow[]; after: readonly BlockerRow[] }
