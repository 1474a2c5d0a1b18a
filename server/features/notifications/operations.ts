import { v7 as newId } from 'uuid'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'
import type { Services } from '#server/services.ts'
import { teamDestinations } from '../connections/operations.ts'
import { askFor } from '../deliveries/operations.ts'
import { settingsOf } from '../users/operations.ts'
import * as notifications from './sql.ts'

type Member = Pick<Scope, 'teamId' | 'userId'>

/**
 * Within the transaction that keeps a new report: the team will be told of it, where its author wants that and the place
 * they have chosen is connected. Who was to be reminded of it is not any more.
 */
export async function queueReport(
  { config, now }: Pick<Services, 'config' | 'now'>,
  db: Db,
  author: Member,
  reportDate: string,
): Promise<void> {
  await notifications.cancelPending(db, author, { kind: 'reminder', day: reportDate, now: now() })
  const { daily_report, destination } = settingsOf(await notifications.selectSettings(db, author)).notifications
  if (!daily_report || (destination === 'slack' && !config.providers.slack)) return
  if (!(await teamDestinations(db, author)).includes(destination)) return
  const queued = await notifications.insertReport(db, author, { id: newId(), day: reportDate, destination, now: now() })
  if (queued) await askFor(db, { teamId: author.teamId, id: queued.id }, queued.due_at)
}

/** Within the transaction that deletes it: what has not been told is not told. */
export const forgetReport = ({ now }: Pick<Services, 'now'>, db: Db, author: Member, reportDate: string) =>
  notifications.cancelPending(db, author, { kind: 'report', day: reportDate, now: now() })

/** Within the transaction that changes a report's day: what has not been told is told of the new one. */
export async function moveReport(db: Db, author: Member, days: { from: string; to: string }): Promise<void> {
  if (days.from !== days.to) await notifications.moveUntold(db, author, days)
}
