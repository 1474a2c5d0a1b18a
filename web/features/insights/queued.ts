import type { InsightChange, InsightDraft } from '#contract/insights.ts'
import { outboxOf } from '../../storage/outbox.ts'

/** An insight that was submitted offline. `isNew`: whether to add the insight; otherwise it is changed. */
export type QueuedInsight = InsightDraft & Pick<InsightChange, 'before'> & { id: string; isNew: boolean }

export const insightsToSend = outboxOf<QueuedInsight>(
  'insight',
  (insight) => typeof insight?.id === 'string' && typeof insight.note === 'string',
  ({ id }) => id,
)
