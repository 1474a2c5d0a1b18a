import type { CronItem, Task, TaskList } from 'graphile-worker'
import { deleteOldWriteKeys } from '#server/access/idempotency.ts'
import { deleteOldAttempts } from '#server/db/attempt-limit.ts'
import type { Jobs } from '#server/db/jobs.ts'
import { forgetDeletedComments } from '#server/features/comments/operations.ts'
import { forgetDeletedInsights } from '#server/features/retro/insights/operations.ts'
import { alertInviters } from '#server/features/team/invitations/operations.ts'
import { deleteExpiredRegistrations } from '#server/features/sign-in/registration/operations.ts'
import { backUpAtNight } from '#server/features/deployment/backups/operations.ts'
import { importLeft, importPage, syncDue } from '#server/features/trackers/issue-imports/operations.ts'
import { revokeGitHub } from '#server/features/account/linked-accounts/operations.ts'
import { revokeSlack } from '#server/features/chat/slack/operations.ts'
import { followPortion, backfillBlockers } from '#server/features/blockers/operations.ts'
import { deleteOldJoins } from '#server/access/new-member-alerts/operations.ts'
import { deleteExpiredLinks } from '#server/access/email-links/operations.ts'
import { deleteOldOutbox, deliver, requeueOverdue } from '#server/features/notifications/outbox/operations.ts'
import { deleteOldReports } from '#server/features/reports/deleted-reports/operations.ts'
import { queueDigests } from '#server/features/notifications/digest/operations.ts'
import { addNextYear } from '#server/features/calendar/holiday-subscriptions/operations.ts'
import { queueReminders } from '#server/features/notifications/reminders/operations.ts'
import { backfillSearchIndex } from '#server/features/search/operations.ts'
import { deleteOldReportImports, resumeReportImports } from '#server/features/reports/report-imports/operations.ts'
import { deleteOldGrants } from '#server/features/account/oauth/operations.ts'
import { deleteOldSessions } from '#server/features/account/sessions/operations.ts'
import { deleteOldReplies } from '#server/features/slack-app/replies/operations.ts'
import { pauseOldSignIns } from '#server/features/sign-in/access-pause/operations.ts'
import { queueWeekMails } from '#server/features/notifications/weekly-emails/operations.ts'
import { type Caller, caller } from '#server/process/caller.ts'
import type { Services } from '#server/services.ts'

/** The scheduled tasks. At most one job of each waits, however many servers run. */
const repeated = {
  'requeue-overdue': { match: '* * * * *', run: requeueOverdue },
  'queue-digests': { match: '*/5 * * * *', run: queueDigests },
  'queue-reminders': { match: '*/5 * * * *', run: queueReminders },
  'queue-weekly-emails': { match: '*/5 * * * *', run: queueWeekMails },
  'sync-backlogs': { match: '23 * * * *', run: syncDue },
  'pause-old-sign-ins': { match: '* * * * *', run: pauseOldSignIns },
  'resume-issue-imports': { match: '* * * * *', run: importLeft },
  'add-holidays': { match: '19 4 * * *', run: addNextYear },
  'resume-report-imports': { match: '* * * * *', run: resumeReportImports },
  'delete-old-report-imports': { match: '33 3 * * *', run: deleteOldReportImports },
  'delete-old-reports': { match: '39 3 * * *', run: deleteOldReports },
  'delete-old-outbox': { match: '41 3 * * *', run: deleteOldOutbox },
  'delete-old-replies': { match: '37 3 * * *', run: deleteOldReplies },
  'delete-old-write-keys': { match: '29 * * * *', run: deleteOldWriteKeys },
  'delete-old-attempts': { match: '31 * * * *', run: deleteOldAttempts },
  'forget-deleted-insights': { match: '37 * * * *', run: forgetDeletedInsights },
  'backfill-blockers': { match: '11 * * * *', run: backfillBlockers },
  'forget-deleted-comments': { match: '43 * * * *', run: forgetDeletedComments },
  'backfill-search-index': { match: '7 * * * *', run: backfillSearchIndex },
  'delete-old-grants': { match: '17 * * * *', run: deleteOldGrants },
  'delete-old-sessions': { match: '47 3 * * *', run: deleteOldSessions },
  'delete-expired-links': { match: '53 3 * * *', run: deleteExpiredLinks },
  'delete-old-joins': { match: '57 3 * * *', run: deleteOldJoins },
  'delete-expired-registrations': { match: '59 3 * * *', run: deleteExpiredRegistrations },
  backup: { match: '17 * * * *', run: backUpAtNight },
} satisfies Record<string, { match: string; run: (services: Services) => Promise<void> }>

/** Returns the tasks that this server can run: only a server with `BACKUP_DIR` can make backups. */
const repeatedBy = ({ config }: Services) =>
  Object.entries(repeated).filter(([task]) => task !== 'backup' || config.backups !== undefined)

export const repeatedTasks = (services: Services): CronItem[] =>
  repeatedBy(services).map(([task, { match }]) => ({
    task,
    match,
    // A missed or failed run is not repeated, because the next run comes soon enough.
    options: { backfillPeriod: 0, maxAttempts: 1, jobKey: task },
  }))

/** @param ends aborts when the server stops */
type Run = (payload: unknown, ends: AbortSignal) => Promise<void>

export function tasksOf(services: Services): TaskList {
  const asked = {
    deliver: (payload, ends) => deliver(services, payload as Jobs['deliver'], ends),
    'backfill-blockers-from': (payload) => followPortion(services, payload as Jobs['backfill-blockers-from']),
    'import-issues': (payload) => importPage(services, payload as Jobs['import-issues']),
    'revoke-github': (payload) => revokeGitHub(services, payload as Jobs['revoke-github']),
    'revoke-slack': (payload) => revokeSlack(services, payload as Jobs['revoke-slack']),
    'alert-inviters': (payload) => alertInviters(services, payload as Jobs['alert-inviters']),
  } satisfies Record<keyof Jobs, Run>
  const byThemselves = repeatedBy(services).map(([task, { run }]) => [task, () => run(services)] as const)
  const all = { ...Object.fromEntries(byThemselves), ...asked }
  return Object.fromEntries(Object.entries(all).map(([task, run]) => [task, asAsked(services, task, run)]))
}

/** Runs a job with the trace and the id of the request that queued it. */
function asAsked({ tracing }: Services, task: string, run: Run): Task {
  return async (payload, { abortSignal }) => {
    const { reqId, traceparent: asked } = payload as Caller
    const within = (traceparent?: string) => caller.run({ reqId, traceparent }, () => run(payload, abortSignal))
    await (tracing ? tracing.ofJob(task, asked, within) : within())
  }
}
