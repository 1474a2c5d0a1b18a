import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { CalendarDate } from '../../dates/dates.ts'
import type { useOfferUndo } from '../../ui/writing-panel.tsx'
import { reportsToSend } from './queued.ts'
import type { useReportDraft } from './use-draft.ts'

/** Returns what differs in the panel of a report that was submitted and waits to be sent. */
export function useWithdrawing(
  date: CalendarDate,
  userId: string | undefined,
  draft: ReturnType<typeof useReportDraft>,
  offerUndo: ReturnType<typeof useOfferUndo>,
) {
  const t = useTranslations('dailyReport')
  const [wasQueued] = useState(draft.isQueued)
  return {
    /** Whether the report was queued when the panel opened. */
    wasQueued,
    // Cancel only closes the panel. It must not withdraw what was submitted.
    closing: draft.isQueued ? { ...draft, savedAt: undefined, isWritten: false, discard: () => undefined } : draft,
    withdraw: () => {
      draft.discard()
      offerUndo(t('queuedWithdrawn'), () => {
        draft.undo()
        // Queues the report again, because the outbox drops the entry of a withdrawn report.
        if (userId !== undefined) reportsToSend.replace(userId, { date, words: draft.words })
      })
    },
  }
}
