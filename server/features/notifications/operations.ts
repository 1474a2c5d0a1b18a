import { v7 as newId } from 'uuid'
import { limits } from '#contract/limits.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'
import type { MentionedBy } from '#server/db/drop-mentions.ts'
import { askToDeliver } from '#server/db/outbox.ts'
import { waysOf } from '#server/db/reachable.ts'
import type { Services } from '#server/services.ts'
import { teamDestinations } from '../connections/operations.ts'
import { settingsOf } from '../users/operations.ts'
import * as notifications from './sql.ts'

type Member = Pick<Scope, 'teamId' | 'userId'>

/**
 * Within the transaction that keeps a new report: the team will be told of it, where its author wants that and the place
 * they have chosen is connected. Who was to be reminded of it is not any more.
 * @param restoredId the id of a restored report. It is posted again if its message was removed from Slack
 */
export async function queueReport(
  { config, now }: Pick<Services, 'config' | 'now'>,
  db: Db,
  author: Member,
  reportDate: string,
  restoredId?: string,
): Promise<void> {
  await notifications.cancelPending(db, author, { kind: 'reminder', day: reportDate, now: now() })
  const telling = await notifications.selectTelling(db, author)
  const { daily_report, destination } = settingsOf(telling.settings).notifications
  if (!daily_report || telling.told_as === 'digest' || (destination === 'slack' && !config.providers.slack)) return
  if (!(await teamDestinations(db, author)).includes(destination)) return
  const isAnyDay =
    restoredId !== undefined &&
    (await notifications.unsendRemoved(db, author, { reportId: restoredId, day: reportDate }))
  const report = { id: newId(), day: reportDate, destination, isAnyDay, now: now() }
  const queued = await notifications.insertReport(db, author, report)
  if (queued) await askToDeliver(db, { teamId: author.teamId, id: queued.id, destination }, queued.due_at)
}

/** Within the transaction that deletes it: what has not been told is not told. */
export const forgetReport = ({ now }: Pick<Services, 'now'>, db: Db, author: Member, reportDate: string) =>
  notifications.cancelPending(db, author, { kind: 'report', day: reportDate, now: now() })

/** Within the transaction that changes a report's day: what has not been told is told of the new one. */
export async function moveReport(db: Db, author: Member, days: { from: string; to: string }): Promise<void> {
  if (days.from !== days.to) await notifications.moveUntold(db, author, days)
}

/**
 * Within the transaction that keeps a comment or a report: those whom it is for since then will be told, in a few minutes and of all that has come
 * until then (N5.02).
 */
export async function queueMentions(
  { config, now }: Pick<Services, 'config' | 'now'>,
  db: Db,
  { teamId }: Pick<Scope, 'teamId'>,
  by: MentionedBy,
  userIds: readonly string[],
): Promise<void> {
  const notices = await queueNotices({ config, now }, db, { teamId }, 'mention', userIds)
  if (notices.length > 0) await notifications.updateNotices(db, { teamId }, by, notices)
}

/** Likewise within that which submits a month or decides on it: those whom it is for (N11.03). */
export async function queueMonths(
  services: Pick<Services, 'config' | 'now'>,
  db: Db,
  team: Pick<Scope, 'teamId'>,
  userIds: readonly string[],
): Promise<void> {
  await queueNotices(services, db, team, 'month', userIds)
}

async function queueNotices(
  { config, now }: Pick<Services, 'config' | 'now'>,
  db: Db,
  { teamId }: Pick<Scope, 'teamId'>,
  kind: 'mention' | 'month',
  userIds: readonly string[],
) {
  if (userIds.length === 0) return []
  const due = new Date(now().getTime() + limits.mentionWait * 60_000)
  const told = { kind, by: waysOf(config), now: now(), due }
  const notices = await notifications.upsertNotices(db, { teamId }, userIds, told)
  for (const { id, destination, due_at } of notices) await askToDeliver(db, { teamId, id, destination }, due_at)
  return notices
}
