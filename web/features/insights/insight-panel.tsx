import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { v7 as newId } from 'uuid'
import { charactersIn } from '#contract/characters.ts'
import type { Insight } from '#contract/insights.ts'
import { limits } from '#contract/limits.ts'
import { fieldMessages, isChangedElsewhere, isUnreachable } from '../../api/errors.ts'
import { useWaiting } from '../../api/use-outbox.ts'
import { useQueueOnLeave } from '../../storage/drafts/open-editors.ts'
import { useDraft } from '../../storage/drafts/use-draft.ts'
import { focusEndIn } from '../../platform/focus-end.ts'
import { DraftNotes } from '../../ui/draft-notes.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { toast } from '../../ui/toast.tsx'
import { useOfferUndo, WritingPanel } from '../../ui/writing-panel.tsx'
import { type InsightContent, insightDrafts, versionOf, insightOfVersion } from './drafts.ts'
import { useSaveInsight } from './queries.ts'
import { insightsToSend } from './queued.ts'
import { TypeChoice } from './type-choice.tsx'

/**
 * Adds an insight or edits one: its type and its note (design: side panel).
 * @param insightId the insight that is edited
 * @param saved the insight on the server; undefined for a new insight, and if it was deleted elsewhere
 */
export default function InsightPanel({
  userId,
  insightId,
  saved,
  onClose,
}: {
  userId: string | undefined
  insightId: string | undefined
  saved: Insight | undefined
  onClose: () => void
}) {
  const t = useTranslations('insights')
  const writing = useTranslations('writing')
  const form = useRef<HTMLFormElement>(null)
  // Retries send the same id, so that the insight is added only once.
  const [blank] = useState<InsightContent>(() => ({ id: insightId ?? newId(), type: 'keep', note: '' }))
  const queued = useWaiting(insightsToSend, userId).findLast(({ id }) => id === insightId)
  // A further edit begins with the queued text, and is sent after it.
  const existing = saved && queued ? { ...saved, type: queued.type, note: queued.note } : saved
  const key = userId && insightDrafts.key(userId, insightId)
  const version = existing ? versionOf(existing) : null
  const draft = useDraft(insightDrafts, key, existing ?? blank, version)
  const save = useSaveInsight()
  const [error, setError] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const { type, note } = draft.content
  const busy = save.isPending || save.isSuccess
  const isReplaced = !busy && draft.isWritten && draft.baseVersion !== null && existing !== undefined
  const isDeleted = !busy && insightId !== undefined && !existing && draft.isWritten
  const isChanged = isReplaced && draft.baseVersion !== versionOf(existing)
  const before = existing && insightOfVersion(draft.baseVersion ?? versionOf(existing))
  const change = (part: Partial<InsightContent>) => draft.change((before) => ({ ...before, ...part }))

  const focusNote = () => focusEndIn(form.current)
  useEffect(focusNote, [])
  const offerUndo = useOfferUndo(focusNote)

  const toSend = () => {
    const { id } = existing ?? draft.toSend()
    // The server has the insight from an earlier attempt without a response, so sending it again is an edit.
    const hasArrived = isChangedElsewhere(save.error) && save.variables?.id === id
    return { id, type, note: note.trim(), isNew: !existing && !hasArrived, before }
  }
  /**
   * Queues the insight and closes the panel. If the browser has no room for it, returns false and keeps the panel open.
   */
  const queue = () => {
    if (userId === undefined || !insightsToSend.add(userId, toSend())) return false
    draft.remove()
    toast.info(t('queued'))
    onClose()
    return true
  }

  const onError = (failure: unknown) => {
    if (isUnreachable(failure) && queue()) return
    const fields = fieldMessages(failure)
    setFailure(Object.keys(fields).length === 0 ? t('sendFailed') : existing ? t('updateFailed') : t('createFailed'))
    if (isUnreachable(failure)) setFailure(writing('notQueued'))
    setError(fields['note'])
    if (fields['note']) focusNote()
  }
  const onSuccess = () => {
    toast.success(existing ? t('updated') : t('added'))
    onClose()
  }
  useQueueOnLeave(save.isPending, () => {
    const sent = save.variables
    if (userId && sent && insightsToSend.add(userId, sent)) sent.onPersisted()
  })
  const submit = () => {
    const text = note.trim()
    const limit = limits.insightNote
    const over = charactersIn(text) - limit
    const found = text === '' ? t('noteRequired') : over > 0 ? t('noteTooLong', { limit, over }) : undefined
    setFailure(undefined)
    setError(found)
    if (found) focusNote()
    else if ((navigator.onLine && !queued) || !queue())
      save.mutate({ ...toSend(), onPersisted: draft.remove }, { onSuccess, onError })
  }
  const discard = () => {
    draft.discard()
    offerUndo(writing('draftDiscarded'), draft.undo)
    if (isDeleted) onClose()
  }

  const elsewhere = isDeleted ? 'deleted' : isChanged ? 'changed' : undefined
  const notes = <DraftNotes draft={draft} elsewhere={elsewhere} onDiscard={discard} />

  return (
    <WritingPanel
      form={form}
      head={{ title: insightId ? t('editTitle') : t('write'), meta: t('audience'), narrow: true }}
      draft={draft}
      status={{ busy, sending: busy, failure, cause: save.error }}
      submit={{ label: existing ? writing('update') : t('send'), isEdit: insightId !== undefined, act: submit }}
      around={elsewhere ? { notes: undefined, news: notes } : { notes }}
      onClose={onClose}
    >
      <TypeChoice value={type} disabled={busy} onChange={(value) => change({ type: value })} />
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
            change({ note: value })
          }}
        />
        <p className="mt-1.5 t-12 text-text-3">{t('markdownHint')}</p>
      </div>
    </WritingPanel>
  )
}
