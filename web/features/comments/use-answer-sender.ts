import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ApiError, serverMessage } from '../../api/errors.ts'
import type { Sender } from '../../api/send-outbox.ts'
import { toast } from '../../ui/toast.tsx'
import { sendAnswer } from './queries.ts'
import { type Answer, answerOutbox } from './answer-outbox.ts'

/**
 * Returns the sender for queued comments and reactions.
 * If the server rejects a comment, it stays in the outbox. A rejected reaction is dropped.
 */
export function useAnswerSender(): Sender<Answer> {
  const t = useTranslations('outbox')
  const queries = useQueryClient()
  const sent = (answer: Answer) => {
    const stale =
      answer.kind === 'reaction'
        ? ['reports']
        : ['comments', answer.about.subject === 'report' ? 'reports' : 'insights']
    return Promise.all(stale.map((noun) => queries.invalidateQueries({ queryKey: [noun] })))
  }
  return {
    kind: answerOutbox.kind,
    send: sendAnswer,
    sent,
    refused: (answer, error) => {
      void sent(answer)
      if (answer.kind === 'comment') return 'keep'
      const isGone = error instanceof ApiError && error.code === 'not_found'
      toast.unsent(isGone ? t('signGone') : (serverMessage(error) ?? t('signFailed')), { cause: error })
      return 'forget'
    },
  }
}
