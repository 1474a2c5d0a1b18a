import { Check, Hand, Heart, Lightbulb, type LucideIcon, ThumbsUp } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { DayReport, Sign } from '#contract/reports.ts'
import { serverMessage } from '../../api/errors.ts'
import { useWaiting } from '../../api/use-outbox.ts'
import { toast } from '../../ui/toast.tsx'
import { useReact } from './queries.ts'
import { answersToSend, withSign } from './waiting.ts'

export const signIcons: Record<Sign, LucideIcon> = {
  ok: Check,
  nice: ThumbsUp,
  thanks: Heart,
  learned: Lightbulb,
  help: Hand,
}

/** A report's signs, with those that the member has given or taken back without a network, and what gives one or takes it back. */
export function useSigns(report: DayReport, userId: string) {
  const t = useTranslations('answers')
  const { mutate } = useReact(report, userId)
  const waiting = useWaiting(answersToSend, userId)
  const { reactions } = waiting.reduce(
    (shown, answer) => (answer.kind === 'sign' && answer.id === report.id ? withSign(shown, answer) : shown),
    report,
  )
  const onError = (error: unknown) => toast.error(serverMessage(error) ?? t('sendFailed'), error)
  const press = (sign: Sign) =>
    mutate({ sign, given: !reactions.some((each) => each.sign === sign && each.mine) }, { onError })
  return { reactions, press }
}
