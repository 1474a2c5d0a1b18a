import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Sender } from '../../api/send-outbox.ts'
import { toast } from '../../ui/toast.tsx'
import { invalidateInsights, sendInsight } from './queries.ts'
import { insightsToSend, type QueuedInsight } from './queued.ts'

export function useInsightSender(): Sender<QueuedInsight> {
  const t = useTranslations('outbox')
  const queries = useQueryClient()
  return {
    kind: insightsToSend.kind,
    send: sendInsight,
    sent: () => {
      toast.success(t('insightSent'))
      return invalidateInsights(queries)
    },
    refused: () => 'keep',
  }
}
