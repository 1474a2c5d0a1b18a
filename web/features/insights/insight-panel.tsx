import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { charactersIn } from '#contract/characters.ts'
import type { Insight } from '#contract/insights.ts'
import { limits } from '#contract/limits.ts'
import { Note } from '../../ui/note.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { textLink } from '../../ui/text-link.ts'
import { toast } from '../../ui/toast.tsx'
import { useOfferUndo, WritingPanel } from '../../ui/writing-panel.tsx'
import { refusedFields, useSaveInsight } from './queries.ts'
import { TypeChoice } from './type-choice.tsx'
import { useDraft } from './use-draft.ts'

/** Adds an insight, or changes one: its type and what there is to say (design: side panel). */
export default function InsightPanel({
  userId,
  existing,
  onClose,
}: {
  userId: string | undefined
  existing: Insight | undefined
  onClose: () => void
}) {
  const t = useTranslations('insights')
  const writing = useTranslations('writing')
  const form = useRef<HTMLFormElement>(null)
  const draft = useDraft(userId, existing)
  const save = useSaveInsight(existing, draft.remove)
  const [error, setError] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const { id, type, note } = draft.words
  const busy = save.isPending || save.isSuccess

  const focusNote = () => {
    const field = form.current?.querySelector('textarea')
    field?.focus()
    field?.setSelectionRange(field.value.length, field.value.length)
  }
  useEffect(focusNote, [])
  const offerUndo = useOfferUndo(focusNote)

  const onError = (failure: unknown) => {
    const fields = refusedFields(failure)
    setFailure(Object.keys(fields).length === 0 ? t('sendFailed') : existing ? t('updateFailed') : t('createFailed'))
    setError(fields['note'])
    if (fields['note']) focusNote()
  }
  const onSuccess = () => {
    toast.success(existing ? t('updated') : t('added'))
    onClose()
  }
  const submit = () => {
    const text = note.trim()
    const isTooLong = charactersIn(text) > limits.insightNote
    const found =
      text === '' ? t('noteRequired') : isTooLong ? t('noteTooLong', { limit: limits.insightNote }) : undefined
    setFailure(undefined)
    setError(found)
    if (found) focusNote()
    else save.mutate({ id, type, note: text }, { onSuccess, onError })
  }
  const discard = () => offerUndo(writing('draftDiscarded'), draft.discard())

  return (
    <WritingPanel
      form={form}
      title={existing ? t('editTitle') : t('write')}
      meta={t('audience')}
      narrow
      editing={existing !== undefined}
      submitLabel={existing ? writing('update') : t('send')}
      draft={{ savedAt: busy ? undefined : draft.savedAt, unavailable: draft.unavailable }}
      busy={busy}
      sending={busy}
      failure={failure}
      cause={save.error}
      onSubmit={submit}
      onClose={onClose}
    >
      {draft.restored && (
        <Note>
          {writing('draftOpen')}{' '}
          <button type="button" onClick={discard} className={`cursor-pointer ${textLink}`}>
            {writing('draftDiscard')}
          </button>
        </Note>
      )}
      <TypeChoice value={type} disabled={busy} onChange={(value) => draft.change({ type: value })} />
      <div>
        <TextArea
          name="note"
          label={t('note')}
          hint={t('required')}
          required
          readOnly={busy}
          value={note}
          error={error}
          onChange={(value) => {
            setError(undefined)
            draft.change({ note: value })
          }}
        />
        <p className="mt-1.5 t-12 text-text-3">{t('markdownHint')}</p>
      </div>
    </WritingPanel>
  )
}
