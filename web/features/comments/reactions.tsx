import { Check, Hand, Heart, Lightbulb, type LucideIcon, ThumbsUp } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { DayReport } from '#contract/reports.ts'
import type { Reaction } from '#contract/reactions.ts'
import { serverMessage } from '../../api/errors.ts'
import { useWaiting } from '../../api/use-outbox.ts'
import { toast } from '../../ui/toast.tsx'
import { useReact } from './queries.ts'
import { answerOutbox, withReaction } from './answer-outbox.ts'

export const reactionIcons: Record<Reaction, LucideIcon> = {
  ok: Check,
  nice: ThumbsUp,
  thanks: Heart,
  learned: Lightbulb,
  help: Hand,
}

/** Returns the report with the member's queued reactions applied. */
export const useWithQueuedReactions = (report: DayReport, userId: string) =>
  useWaiting(answerOutbox, userId).reduce(
    (shown, answer) => (answer.kind === 'reaction' && answer.id === report.id ? withReaction(shown, answer) : shown),
    report,
  )

/**
 * Returns a function that adds the member's reaction, or removes it if the member has already given it.
 * @param report the report with the reactions that the page shows
 */
export function useToggleReaction(report: DayReport, userId: string) {
  const t = useTranslations('answers')
  const { mutate } = useReact(report, userId)
  const onError = (error: unknown) => toast.error(serverMessage(error) ?? t('sendFailed'), error)
  return (reaction: Reaction) =>
    mutate({ reaction, given: !report.reactions.some((each) => each.reaction === reaction && each.mine) }, { onError })
}
