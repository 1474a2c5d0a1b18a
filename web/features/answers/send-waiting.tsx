import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { serverMessage } from '../../api/errors.ts'
import { useOutbox } from '../../api/use-outbox.ts'
import { toast } from '../../ui/toast.tsx'
import { draftKey, keepDraft, readDraft } from './drafts.ts'
import { sendAnswer } from './queries.ts'
import { type Answer, answersToSend } from './waiting.ts'

/** Sends what a member has answered without a network. Once, beside the screens; shows nothing. */
export function SendWaiting({ userId }: { userId: string }) {
  const t = useTranslations('answers')
  const queries = useQueryClient()
  const sent = (answer: Answer) => {
    const stale =
      answer.kind === 'sign' ? ['reports'] : ['comments', answer.about.subject === 'report' ? 'reports' : 'insights']
    return Promise.all(stale.map((noun) => queries.invalidateQueries({ queryKey: [noun] })))
  }
  const refused = (answer: Answer, error: unknown) => {
    if (answer.kind === 'comment') {
      // Its words are the member's: they stand where they were written, unless others do by now.
      const key = draftKey(userId, answer.about.id)
      if (!readDraft(key)) keepDraft(key, { ...answer.draft, picked: answer.picked ?? [] })
    }
    toast.error(serverMessage(error) ?? t('sendFailed'), error)
    void sent(answer)
  }
  useOutbox(answersToSend, userId, { send: sendAnswer, sent, refused })
  return null
}
