import { Check } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { charactersIn } from '#contract/characters.ts'
import type { Insight } from '#contract/insights.ts'
import { limits } from '#contract/limits.ts'
import { formatTime } from '../../lib/format-date.ts'
import { submitKeys } from '../../lib/platform.ts'
import { Button } from '../../ui/button.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { Note } from '../../ui/note.tsx'
import { Panel } from '../../ui/panel.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { textLink } from '../../ui/text-link.ts'
import { toast } from '../../ui/toast.tsx'
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
  const language = useLocale()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const draft = useDraft(userId, existing)
  const save = useSaveInsight(existing, draft.remove)
  const [error, setError] = useState<string>()
  const [refused, setRefused] = useState(false)
  const { id: insightId, type, note } = draft.words
  const busy = save.isPending || save.isSuccess

  const focusNote = () => {
    const field = form.current?.querySelector('textarea')
    field?.focus()
    field?.setSelectionRange(field.value.length, field.value.length)
  }
  useEffect(focusNote, [])

  const send = () => {
    const found =
      note.trim() === ''
        ? t('noteRequired')
        : charactersIn(note.trim()) > limits.insightNote && t('noteTooLong', { limit: limits.insightNote })
    setRefused(false)
    setError(found || undefined)
    if (found) return focusNote()
    save.mutate(
      { id: insightId, type, note: note.trim() },
      {
        onSuccess: () => {
          toast.success(existing ? t('updated') : t('added'))
          onClose()
        },
        onError: (failure) => {
          const fields = refusedFields(failure)
          if (Object.keys(fields).length === 0) {
            toast.error(t('sendFailed'))
            return
          }
          setRefused(true)
          setError(fields['note'])
          if (fields['note']) focusNote()
        },
      },
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) send()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
    event.preventDefault()
    form.current?.requestSubmit()
  }
  const discard = () => {
    const back = draft.discard()
    const undo = () => {
      back()
      focusNote()
    }
    toast.info(t('draftDiscarded'), { label: t('undo'), act: undo })
    focusNote()
  }
  return (
    <Panel
      title={existing ? t('editTitle') : t('write')}
      meta={t('audience')}
      closeLabel={t('close')}
      narrow
      onClose={onClose}
      footer={
        <div className="flex flex-wrap items-center justify-end gap-2">
          <p aria-live="polite" className="mr-auto flex items-center gap-2 t-12 text-text-3">
            {draft.unavailable && t('draftUnavailable')}
            {draft.savedAt !== undefined && !busy && (
              <>
                <Check size={14} strokeWidth={1.75} aria-hidden />
                {t('draftSaved', { time: formatTime(language, new Date(draft.savedAt)) })}
              </>
            )}
          </p>
          <Button kind="ghost" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" form={id} kind={existing ? 'edit' : 'primary'} busy={busy ? t('sending') : undefined}>
            {existing ? t('update') : t('send')}
            <Kbd keys={submitKeys} tone="filled" />
          </Button>
        </div>
      }
    >
      <form
        ref={form}
        id={id}
        noValidate
        aria-busy={busy}
        onSubmit={submit}
        onKeyDown={onKeyDown}
        className="flex flex-col gap-5"
      >
        {draft.restored && (
          <Note>
            {t('draftOpen')}{' '}
            <button type="button" onClick={discard} className={`cursor-pointer ${textLink}`}>
              {t('draftDiscard')}
            </button>
          </Note>
        )}
        <div role="alert" className="empty:hidden">
          {refused && <Note kind="warn">{existing ? t('updateFailed') : t('createFailed')}</Note>}
        </div>
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
      </form>
    </Panel>
  )
}
