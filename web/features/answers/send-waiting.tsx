import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ApiError, serverMessage } from '../../api/errors.ts'
import { useOutbox } from '../../api/use-outbox.ts'
import { toast } from '../../ui/toast.tsx'
import { useCopy } from '../../ui/use-copy.ts'
import { draftKey, keepDraft, readDraft } from './drafts.ts'
import { sendAnswer } from './queries.ts'
import { type Answer, answersToSend } from './waiting.ts'

const charactersNamed = 40

/** The beginning of a comment, by which its writer knows it. */
function startOf(body: string) {
  const characters = Array.from(body.replaceAll(/\s+/gu, ' '))
  return characters.length > charactersNamed ? `${characters.slice(0, charactersNamed).join('')}…` : characters.join('')
}

/** Sends what a member has answered without a network. Once, beside the screens; shows nothing. */
export function SendWaiting({ userId }: { userId: string }) {
  const t = useTranslations('answers')
  const copy = useCopy()
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
    sayRefused(answer, error)
    void sent(answer)
  }
  const sayRefused = (answer: Answer, error: unknown) => {
    const isGone = error instanceof ApiError && error.code === 'not_found'
    const reason = serverMessage(error) ?? t('sendFailed')
    if (answer.kind === 'sign') return toast.error(isGone ? t('signGone') : reason, error)
    const start = startOf(answer.draft.body)
    const { subject } = answer.about
    // The draft has no place on the screen once its report is gone.
    toast.error(isGone ? t('commentGone', { start, subject }) : t('commentRefused', { start, reason }), error, {
      also: copy(answer.draft.body),
    })
  }
  useOutbox(answersToSend, userId, { send: sendAnswer, sent, refused })
  return null
}
