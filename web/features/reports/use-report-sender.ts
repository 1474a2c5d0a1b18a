import { useQueryClient } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import type { Sender } from '../../api/send-outbox.ts'
import { formatDay } from '../../dates/format-date.ts'
import { toast } from '../../ui/toast.tsx'
import { reportDrafts } from './drafts.ts'
import { type QueuedReport, reportsToSend } from './queued.ts'
import { sendQueued } from './send-queued.ts'
import { useReportRefusal } from './use-report-refusal.ts'

/** Returns the sender for queued reports. A report that cannot be sent becomes a draft again. */
export function useReportSender(userId: string): Sender<QueuedReport> {
  const t = useTranslations('dailyReport')
  const language = useLocale()
  const refusalOf = useReportRefusal()
  const queries = useQueryClient()

  const unqueue = (key: string) => {
    const draft = reportDrafts.read(key)
    if (!draft?.queued) return
    const { queued: _queued, ...content } = draft
    reportDrafts.write(key, { ...content, savedAt: Date.now() }, draft)
  }

  return {
    kind: reportsToSend.kind,
    send: async ({ date }) => {
      const key = reportDrafts.key(userId, date)
      const draft = reportDrafts.read(key)
      if (!draft?.queued) return // edited or discarded since
      const day = formatDay(language, date)
      if ((await sendQueued(userId, date, draft)) === 'sent') {
        reportDrafts.remove(key, draft)
        toast.withdrawUnsent(key)
        toast.success(t('queuedSent', { date: day }))
      } else {
        unqueue(key)
        toast.unsent(t('queuedOvertaken', { date: day }), { about: key })
      }
      await queries.invalidateQueries({ queryKey: ['reports'] })
    },
    sent: () => undefined,
    refused: ({ date }, error) => {
      const key = reportDrafts.key(userId, date)
      unqueue(key)
      toast.unsent(refusalOf(error), { cause: error, about: key })
      return 'keep'
    },
  }
}
