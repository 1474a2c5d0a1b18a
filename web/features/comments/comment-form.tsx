import { type KeyboardEvent, useEffect, useId } from 'react'
import { useTranslations } from 'use-intl'
import { limits } from '#contract/limits.ts'
import type { Me, User } from '#contract/users.ts'
import { focusEnd } from '../../platform/focus-end.ts'
import { isImeKey } from '../../platform/ime-key.ts'
import { offersOf } from '../../domain/mention-names.ts'
import { submitKeys } from '../../platform/keyboard-names.ts'
import { refusalSentence } from '../../platform/error-reference.ts'
import { Button } from '../../ui/button.tsx'
import { DraftNotes } from '../../ui/draft-notes.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { NameList, UnknownNames } from '../../ui/names.tsx'
import { useNames } from '../../ui/use-names.ts'
import { type Editing, useComment } from './use-comment.ts'
import type { About } from './answer-outbox.ts'

const countShownFrom = 1_900 // characters

/**
 * Writes a new comment or edits an existing one. Unsent text stays stored in this browser.
 * @param first the ids of the members that the list after an "@" contains first
 */
export function CommentForm({
  about,
  user,
  members,
  first,
  editing,
}: {
  about: About
  user: Me
  members: readonly User[]
  first: readonly string[]
  editing?: Editing
}) {
  const t = useTranslations('answers')
  const writing = useTranslations('writing')
  const id = useId()
  const { draft, count, isSending, isStuck, ...comment } = useComment(about, user, members, editing)
  const { body, picked } = draft.content
  const names = useNames({
    id,
    value: body,
    offers: offersOf(members, user.id, first),
    onChange: comment.write,
    onPick: (next, chosen) => comment.write(next, [...picked, chosen]),
  })
  const isEdit = editing !== undefined
  const field = names.textArea.ref
  // The form of an edit replaces the button that opened it, so the form must take the focus.
  useEffect(() => {
    if (isEdit) focusEnd(field.current)
  }, [isEdit, field])
  const onKeyDown = (event: KeyboardEvent) => {
    if (isImeKey(event)) return
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return void names.onKeyDown(event)
    event.preventDefault()
    comment.send()
  }

  return (
    <form
      className="mt-2 flex flex-col gap-1.5"
      aria-busy={isSending}
      onSubmit={(event) => {
        event.preventDefault()
        comment.send()
      }}
    >
      <DraftNotes draft={draft} elsewhere={comment.elsewhere} />
      <label htmlFor={id} className="t-13b">
        {t('comment')} <span className="ml-1 t-12 text-text-3">{t('hint')}</span>
      </label>
      <div className="relative">
        <textarea
          id={id}
          rows={1}
          readOnly={comment.isLocked}
          {...names.textArea}
          onKeyDown={onKeyDown}
          className="text-box block field-sizing-content min-h-10 w-full scroll-my-24 resize-none border-rule-strong py-2 t-15 text-pretty max-md:text-[16px]"
        />
        <NameList names={names} />
      </div>
      <UnknownNames names={names} />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p role="status" className="mr-auto t-12 text-text-3">
          {isStuck && count > 0
            ? t('offline')
            : comment.failure
              ? comment.isNotQueued
                ? writing('notQueued')
                : [t('sendFailed'), refusalSentence(comment.failure)].filter(Boolean).join(' ')
              : count >= countShownFrom && t('counted', { count, limit: limits.comment })}
        </p>
        {editing && (
          <Button kind="ghost" onClick={comment.cancel}>
            {writing('cancel')}
          </Button>
        )}
        <Button
          kind="primary"
          type="submit"
          busy={isSending ? writing('sending') : undefined}
          disabled={count === 0 || count > limits.comment || isStuck}
        >
          {editing && !editing.isDeleted ? t('save') : t('send')}
          <Kbd keys={submitKeys} tone="filled" />
        </Button>
      </div>
    </form>
  )
}
