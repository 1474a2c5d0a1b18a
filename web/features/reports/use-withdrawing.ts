import { useTranslations } from 'use-intl'
import type { useOfferUndo } from '../../ui/writing-panel.tsx'
import { forgetQueued, type QueuedReport, reportsToSend } from './queued.ts'

/** Returns the handler that cancels the sending of the queued report and offers an undo. */
export function useWithdrawing(
  userId: string | undefined,
  queued: QueuedReport | undefined,
  offerUndo: ReturnType<typeof useOfferUndo>,
) {
  const t = useTranslations('dailyReport')
  return () => {
    if (userId === undefined || !queued) return
    forgetQueued(userId, queued.date)
    offerUndo(t('queuedWithdrawn'), () => reportsToSend.replace(userId, queued))
  }
}
