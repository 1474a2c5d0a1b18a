import { useTranslations } from 'use-intl'
import type { useOfferUndo } from '../../ui/writing-panel.tsx'
import { forgetQueued, forgetSentDraft, type QueuedReport, reportsToSend, turnIntoDraft } from './queued.ts'

/**
 * Returns a function that cancels the sending of the queued report, and offers an undo. The text stays in the form as a
 * draft.
 */
export function useWithdrawing(
  userId: string | undefined,
  queued: QueuedReport | undefined,
  offerUndo: ReturnType<typeof useOfferUndo>,
) {
  const t = useTranslations('dailyReport')
  return () => {
    if (userId === undefined || !queued) return
    turnIntoDraft(userId, queued)
    forgetQueued(userId, queued.date)
    offerUndo(t('queuedWithdrawn'), () => {
      if (reportsToSend.replace(userId, queued)) forgetSentDraft(userId, queued)
    })
  }
}
