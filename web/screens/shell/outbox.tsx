import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useOutbox, useOutboxEntries } from '../../api/use-outbox.ts'
import { writesToSend } from '../../api/writes-to-send.ts'
import { changeOfComment } from '../../features/comments/queries.ts'
import { useAnswerSender } from '../../features/comments/use-answer-sender.ts'
import { answerOutbox } from '../../features/comments/answer-outbox.ts'
import { insightsToSend } from '../../features/insights/queued.ts'
import { useInsightSender } from '../../features/insights/use-insight-sender.ts'
import { reportsToSend } from '../../features/reports/queued.ts'
import { useReportSender } from '../../features/reports/use-report-sender.ts'
import { formatDay } from '../../dates/format-date.ts'
import { type OutboxEntry, removeFromOutbox, returnToOutbox, setRefused } from '../../storage/outbox.ts'
import { Live } from '../../ui/live.tsx'
import { LongText } from '../../ui/long-text.tsx'
import { Note } from '../../ui/note.tsx'
import { toast } from '../../ui/toast.tsx'
import { useCopyButton } from '../../ui/use-copy.ts'
import { useMarkSender } from '../shared/use-mark-sender.ts'
import { useWriteSender } from './use-write-sender.ts'

/** Sends the entries of the outbox, and shows those that the server rejected. */
export function Outbox({ userId, readUser }: { userId: string; readUser: () => Promise<unknown> }): ReactNode {
  const t = useTranslations('outbox')
  const writing = useTranslations('writing')
  const copy = useCopyButton()
  const describe = useDescription()
  useOutbox(userId, [
    useAnswerSender(),
    useMarkSender(),
    useReportSender(userId),
    useInsightSender(),
    useWriteSender(readUser),
  ])
  const refused = useOutboxEntries(userId).filter((entry) => entry.refused)

  const tryAgain = (entry: OutboxEntry) => {
    if (entry.refused?.isChanged && addOver(userId, entry)) removeFromOutbox(userId, entry.id)
    else setRefused(userId, entry.id, undefined)
  }
  const discard = (entry: OutboxEntry) => {
    removeFromOutbox(userId, entry.id)
    toast.info(t('discarded'), { label: writing('undo'), act: () => returnToOutbox(userId, entry) })
  }
  const shown = refused.flatMap((entry) => {
    const described = describe(entry)
    return described ? [{ entry, ...described }] : []
  })
  return (
    <Live className="print:hidden">
      {shown.length > 0 && (
        <ul
          aria-label={t('title')}
          className="mx-auto flex w-full max-w-(--content) flex-col gap-2 px-4 pt-4 md:px-8 xl:px-10"
        >
          {shown.map(({ entry, sentence, text }) => (
            <li key={entry.id}>
              <Note
                kind="warn"
                actions={[
                  ...(entry.refused?.isGone
                    ? []
                    : [
                        {
                          label: entry.refused?.isChanged ? writing('draftKeepMine') : t('tryAgain'),
                          onClick: () => tryAgain(entry),
                        },
                      ]),
                  { label: t('copy'), onClick: copy(text).act },
                  { label: t('discard'), onClick: () => discard(entry) },
                ]}
              >
                <p>{sentence}</p>
                {!sentence.includes(text) && <Words text={text} />}
              </Note>
            </li>
          ))}
        </ul>
      )}
    </Live>
  )
}

/** Queues a rejected change again, so that it overwrites the newer text. A plain retry would be rejected every time. */
function addOver(userId: string, entry: OutboxEntry) {
  for (const { work } of insightsToSend.among([entry]))
    return insightsToSend.add(userId, { ...work, isNew: false, before: undefined })
  for (const { work } of answerOutbox.among([entry])) {
    if (work.kind !== 'comment') continue
    const { id, body, mentions } = work.draft
    return writesToSend.add(userId, { ...changeOfComment({ id, body, mentions }), text: body })
  }
  for (const { work } of writesToSend.among([entry]))
    return writesToSend.add(userId, { ...work, body: { ...(work.body as object), before: undefined } })
  return false
}

/** Shows the whole text of an entry, so that the member can select and copy it. */
function Words({ text }: { text: string }) {
  return (
    <div className="mt-2">
      <LongText text={text}>
        <p dir="auto" className="whitespace-pre-wrap text-text wrap-anywhere">
          {text}
        </p>
      </LongText>
    </div>
  )
}

const charactersNamed = 40

/** Returns the start of a text, by which its author recognises it. */
function startOf(text: string) {
  const characters = Array.from(text.replaceAll(/\s+/gu, ' '))
  return characters.length > charactersNamed ? `${characters.slice(0, charactersNamed).join('')}…` : characters.join('')
}

/** Returns a function that describes a rejected entry in a sentence. */
function useDescription() {
  const t = useTranslations('outbox')
  const language = useLocale()
  return (entry: OutboxEntry) => {
    const reason = entry.refused?.reason ?? ''
    for (const { work } of reportsToSend.among([entry])) {
      const text = Object.values(work.words).filter(Boolean).join('\n\n')
      return { text, sentence: t('reportRefused', { date: formatDay(language, work.date), reason }).trim() }
    }
    for (const { work } of insightsToSend.among([entry])) {
      return { text: work.note, sentence: t('insightRefused', { start: startOf(work.note), reason }).trim() }
    }
    for (const { work } of writesToSend.among([entry])) {
      return { text: work.text, sentence: t('formRefused', { start: startOf(work.text), reason }).trim() }
    }
    for (const { work } of answerOutbox.among([entry])) {
      if (work.kind !== 'comment') continue
      const { subject } = work.about
      const start = startOf(work.draft.body)
      const isGone = entry.refused?.isGone
      const sentence = isGone ? t('commentGone', { start, subject }) : t('commentRefused', { start, reason }).trim()
      return { text: work.draft.body, sentence }
    }
    return undefined
  }
}
