import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { DayReport } from '#contract/reports.ts'
import { reportTimeOn } from '#contract/report-time.ts'
import type { Me } from '#contract/users.ts'
import type { CalendarDate } from '../../lib/dates.ts'
import { formatDay } from '../../lib/format-date.ts'
import { onStored } from '../../lib/local-storage.ts'
import { useOnline } from '../../lib/online.ts'
import { displayName } from '../../lib/person.ts'
import { toast } from '../../ui/toast.tsx'
import { draftKey, queuedDates, readDraft, removeDraft, writeDraft } from './drafts.ts'
import { failureOf, isUnreachable, unmarked } from './queries.ts'
import { sendQueued } from './send-queued.ts'

const retryAfter = 30_000 // milliseconds, while nobody answers

/** The id of a report that the server does not have yet. */
export const queuedId = 'queued'

/** The days whose reports were submitted without a network and are still to be sent, as `queuedDates` has them. */
const useQueuedDates = (userId: string | undefined) =>
  useSyncExternalStore(onStored, () => userId && queuedDates(userId))

/**
 * Returns a queued draft as the report that it will be, to be shown among the others.
 * @param own the member's report on the server
 */
export function useQueuedReport(user: Me | undefined, date: CalendarDate, own: DayReport | undefined) {
  const isQueued = useQueuedDates(user?.id)?.split(' ').includes(date)
  const draft = isQueued && user ? readDraft(draftKey(user.id, date)) : undefined
  if (!user || !draft) return undefined
  const at = new Date(draft.savedAt).toISOString()
  const report: DayReport = {
    ...unmarked,
    id: queuedId,
    user_id: user.id,
    user_name: displayName(user),
    status: 'submitted',
    report_time: reportTimeOn(user.team, date),
    created_at: at,
    updated_at: at,
    ...own,
    ...draft.words,
    report_date: date,
  }
  return report
}

/** One tab at a time, where the browser can say so; the server takes one report a day in any case. */
const oneTabAtATime = (work: () => Promise<void>) =>
  navigator.locks ? navigator.locks.request('asakai_queue', work) : work()

/** Sends what is queued, as soon as there is a network and until it has arrived. Once, in the shell. */
export function useSendQueued(userId: string | undefined) {
  const t = useTranslations('dailyReport')
  const language = useLocale()
  const queries = useQueryClient()
  const online = useOnline()
  const dates = useQueuedDates(userId)

  useEffect(() => {
    if (!userId || !dates || !online) return
    let stopped = false

    const send = async (date: CalendarDate) => {
      const key = draftKey(userId, date)
      const draft = readDraft(key)
      if (!draft?.queued) return
      const day = formatDay(language, date)
      const backToDraft = () =>
        writeDraft(key, { words: draft.words, baseVersion: draft.baseVersion, savedAt: Date.now() }, draft)
      try {
        if ((await sendQueued(userId, date, draft)) === 'sent') {
          // Written on meanwhile: that is another draft.
          if (readDraft(key)?.savedAt === draft.savedAt) removeDraft(key)
          toast.success(t('queuedSent', { date: day }))
        } else {
          backToDraft()
          toast.error(t('queuedOvertaken', { date: day }))
        }
        await queries.invalidateQueries({ queryKey: ['reports'] })
      } catch (error) {
        if (isUnreachable(error)) throw error
        const { message } = failureOf(error)
        backToDraft()
        toast.error(message ? t('submitFailedBecause', { reason: message }) : t('submitFailed'), error)
      }
    }
    const sendAll = () =>
      oneTabAtATime(async () => {
        for (const date of dates.split(' ')) if (!stopped) await send(date)
      }).catch((error: unknown) => {
        console.info('What is queued could not be sent yet', error)
        setTimeout(() => void sendAll(), retryAfter)
      })
    void sendAll()
    return () => {
      stopped = true
    }
  }, [userId, online, dates, language, queries, t])
}
