import { useQueryClient } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import type { Sender } from '../../api/send-outbox.ts'
import { formatDay } from '../../dates/format-date.ts'
import { toast } from '../../ui/toast.tsx'
import { reportDrafts } from './drafts.ts'
import { rereadReports } from './queries.ts'
import { forgetSentDraft, type QueuedReport, reportsToSend, turnIntoDraft } from './queued.ts'
import { sendQueued } from './send-queued.ts'
import { useReportRefusal } from './use-report-refusal.ts'

/** Returns the sender for queued reports. A report that cannot be sent becomes a draft again. */
export function useReportSender(userId: string): Sender<QueuedReport> {
  const t = useTranslations('dailyReport')
  const language = useLocale()
  const refusalOf = useReportRefusal()
  const queries = useQueryClient()

  return {
    kind: reportsToSend.kind,
    send: async (report) => {
      const key = reportDrafts.key(userId, report.date)
      const date = formatDay(language, report.date)
      if ((await sendQueued(userId, report)) === 'sent') {
        forgetSentDraft(userId, report)
        toast.withdrawUnsent(key)
        toast.success(t('queuedSent', { date }))
      } else if (turnIntoDraft(userId, report)) toast.unsent(t('queuedOvertaken', { date }), { about: key })
      await rereadReports(queries)
    },
    sent: () => undefined,
    refused: (report, error) => {
      try {
        turnIntoDraft(userId, report)
      } catch (failure) {
        console.info('A rejected report stays in the outbox only', failure)
      }
      toast.unsent(refusalOf(error), { cause: error, about: reportDrafts.key(userId, report.date) })
      return 'keep'
    },
  }
}
