import { v7 as newId } from 'uuid'
import { limits } from '#contract/limits.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'
import type { MentionedBy } from '#server/db/deleted-reports/drop-mentions.ts'
import { queueDelivery } from '#server/db/outbox.ts'
import { waysOf } from '#server/db/fragments/reachable.ts'
import type { Services } from '#server/services.ts'
import { selectDestinations } from '#server/db/accounts/destinations.ts'
import { settingsOf } from '#server/db/accounts/settings.ts'
import * as notifications from './sql.ts'

type Member = Pick<Scope, 'teamId' | 'userId'>

/**
 * Queues the post of a new report if the author wants one, the team posts single reports, and the chosen destination is
 * connected. Cancels the author's waiting reminder. Must run in the transaction that saves the report.
 * @param restoredId the id of a restored report; it is posted again if its message was removed from Slack
 */
export async function queueReport(
  { config, now }: Pick<Services, 'config' | 'now'>,
  db: Db,
  author: Member,
  reportDate: string,
  restoredId?: string,
): Promise<void> {
  const [{ settings, chat_mode: chatMode }] = await Promise.all([
    notifications.selectChatMode(db, author),
    notifications.cancelPending(db, author, { kind: 'reminder', day: reportDate, now: now() }),
  ])
  const { daily_report, destination } = settingsOf(settings).notifications
  if (!daily_report || chatMode === 'digest' || (destination === 'slack' && !config.providers.slack)) return
  if (!(await selectDestinations(db, author)).includes(destination)) return
  const isAnyDay =
    restoredId !== undefined &&
    (await notifications.unsendRemoved(db, author, { reportId: restoredId, day: reportDate }))
  const report = { id: newId(), day: reportDate, destination, isAnyDay, now: now() }
  const queued = await notifications.insertReport(db, author, report)
  if (queued) await queueDelivery(db, { teamId: author.teamId, id: queued.id, destination }, queued.due_at)
}

/** Cancels the waiting post of a report. Must run in the transaction that deletes the report. */
export const forgetReport = ({ now }: Pick<Services, 'now'>, db: Db, author: Member, reportDate: string) =>
  notifications.cancelPending(db, author, { kind: 'report', day: reportDate, now: now() })

/** Moves the unsent post of a report to its new day. Must run in the transaction that changes the report's day. */
export async function moveReport(db: Db, author: Member, days: { from: string; to: string }): Promise<void> {
  if (days.from !== days.to) await notifications.moveUnsent(db, author, days)
}

/**
 * Queues a notification to the members that a comment or a report concerns. It is sent after a few minutes, and
 * includes everything that has arrived until then (N5.02). Must run in the transaction that saves the comment or
 * report.
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

/** Queues notifications about a submitted or decided month (N11.03). Must run in the transaction of the change. */
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
  const notice = { kind, by: waysOf(config), now: now(), due }
  const notices = await notifications.upsertNotices(db, { teamId }, userIds, notice)
  for (const { id, destination, due_at } of notices) await queueDelivery(db, { teamId, id, destination }, due_at)
  return notices
}
