import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Report } from '#contract/reports.ts'
import type { User } from '#contract/users.ts'
import type { CalendarDate } from '../../lib/dates.ts'
import { formatDay } from '../../lib/format-date.ts'
import { useOnline } from '../../lib/online.ts'
import { displayName } from '../../lib/person.ts'
import { toast } from '../../ui/toast.tsx'
import { draftKey, onAnyDraft, readDraft, removeDraft, waitingDates, writeDraft } from './drafts.ts'
import { failureOf, isUnreachable, sendWaiting } from './queries.ts'

const again = 30_000 // milliseconds until the next attempt while nobody answers

/** The days whose reports were submitted without a network and wait to be sent. */
function useWaiting(userId: string | undefined): CalendarDate[] {
  const dates = useSyncExternalStore(onAnyDraft, () => (userId === undefined ? '' : waitingDates(userId)))
  return dates === '' ? [] : dates.split(' ')
}

/** What a waiting draft will be once it is sent, for the member to see among the others. @param own what the server has */
export function useWaitingReport(user: User | undefined, date: CalendarDate, own: Report | undefined) {
  const waits = useWaiting(user?.id).includes(date)
  const draft = waits && user ? readDraft(draftKey(user.id, date)) : undefined
  if (!user || !draft) return undefined
  const at = new Date(draft.savedAt).toISOString()
  const report: Report = {
    id: 'waiting',
    user_id: user.id,
    user_name: displayName(user),
    status: 'submitted',
    created_at: at,
    updated_at: at,
    ...own,
    ...draft.words,
    report_date: date,
  }
  return report
}

/** One tab at a time, where the browser can say so; the server takes one report a day in any case. */
const alone = (work: () => Promise<void>) =>
  'locks' in navigator ? navigator.locks.request('asakai_waiting', work) : work()

/** Sends what waits, as soon as there is a network and until it has arrived. Once, in the shell. */
export function useSendWaiting(userId: string | undefined) {
  const t = useTranslations('dailyReport')
  const language = useLocale()
  const queries = useQueryClient()
  const online = useOnline()
  const waiting = useWaiting(userId).join(' ')

  useEffect(() => {
    if (userId === undefined || !online || waiting === '') return
    let timer: ReturnType<typeof setTimeout> | undefined
    let stopped = false

    const send = async (date: CalendarDate) => {
      const key = draftKey(userId, date)
      const draft = readDraft(key)
      if (!draft?.waiting) return
      const day = formatDay(language, date)
      const backToDraft = () => writeDraft(key, { words: draft.words, base: draft.base, savedAt: Date.now() }, draft)
      try {
        if ((await sendWaiting(userId, date, draft)) === 'sent') {
          // Written on meanwhile: that is another draft.
          if (readDraft(key)?.savedAt === draft.savedAt) removeDraft(key)
          toast.success(t('waitingSent', { date: day }))
        } else {
          backToDraft()
          toast.error(t('waitingOvertaken', { date: day }))
        }
        await queries.invalidateQueries({ queryKey: ['reports'] })
      } catch (error) {
        if (isUnreachable(error)) throw error
        const { message } = failureOf(error)
        backToDraft()
        toast.error(message ? t('submitFailedBecause', { reason: message }) : t('submitFailed'))
      }
    }
    const sendAll = () =>
      alone(async () => {
        for (const date of waiting.split(' ')) if (!stopped) await send(date)
      }).catch((error: unknown) => {
        console.info('What waits could not be sent yet', error)
        if (!stopped) timer = setTimeout(() => void sendAll(), again)
      })
    void sendAll()
    return () => {
      stopped = true
      clearTimeout(timer)
    }
  }, [userId, online, waiting, language, queries, t])
}
