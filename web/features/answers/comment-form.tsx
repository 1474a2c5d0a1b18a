import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import { v7 as newId } from 'uuid'
import { charactersIn } from '#contract/characters.ts'
import type { Comment } from '#contract/comments.ts'
import { limits } from '#contract/limits.ts'
import type { Me, User } from '#contract/users.ts'
import { useOnline } from '../../lib/online.ts'
import { displayName } from '../../lib/person.ts'
import { submitKeys } from '../../lib/platform.ts'
import { Button } from '../../ui/button.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { Options } from '../../ui/options.tsx'
import { type Draft, draftKey, keepDraft, readDraft, removeDraft } from './drafts.ts'
import { mentionedIds, namesAt } from './naming.ts'
import { useCommentChanges } from './queries.ts'
import type { About } from './waiting.ts'

const toldFrom = 1_900 // characters

/** Where a comment is written, or changed: what was not sent stays in this browser. @param first ids of who is offered first behind an @ */
export function CommentForm({
  about,
  user,
  members,
  first,
  existing,
  onDone,
}: {
  about: About
  user: Me
  members: readonly User[]
  first: readonly string[]
  existing?: Comment
  onDone?: () => void
}) {
  const t = useTranslations('answers')
  const cancel = useTranslations('writing')('cancel')
  // What is added waits for a network; what is changed may have changed meanwhile.
  const isStuck = !useOnline() && existing !== undefined
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const key = draftKey(user.id, existing?.id ?? about.id)
  const [draft, setDraft] = useState(() => readDraft(key) ?? newDraft(existing, members))
  const [caret, setCaret] = useState(0)
  const [at, setAt] = useState(0)
  const [isListClosed, setListClosed] = useState(false)
  const { add, change } = useCommentChanges(about, user.id)
  const { body } = draft
  const count = charactersIn(body.trim())
  const isSending = add.isPending || change.isPending
  const others = members.filter((member) => member.id !== user.id)
  const { start, people } = isListClosed ? { start: '', people: [] } : namesAt(body.slice(0, caret), others, first)
  const active = people[Math.min(at, people.length - 1)]
  const detailOf = (member: User) => (hasNamesake(member, others) ? member.email : undefined)

  const write = (next: string, picked = draft.picked) => {
    const changed = { ...draft, body: next, picked }
    setDraft(changed)
    keepDraft(key, changed)
    setAt(0)
    setListClosed(false)
  }
  const name = (member: User) => {
    const inserted = displayName(member)
    const before = `${body.slice(0, caret - start.length)}${inserted} `
    // The field has its new words before the next key arrives.
    flushSync(() => {
      write(before + body.slice(caret), [...draft.picked, { id: member.id, name: inserted }])
      setCaret(before.length)
    })
    field.current?.setSelectionRange(before.length, before.length)
  }
  const send = () => {
    if (count === 0 || count > limits.comment || isSending || isStuck) return
    const words = { body: body.trim(), mentions: mentionedIds(body, draft.picked, others), id: draft.id }
    const onSuccess = () => {
      removeDraft(key)
      setDraft(newDraft(existing, members))
      onDone?.()
    }
    if (existing) change.mutate({ ...words, id: existing.id }, { onSuccess })
    else add.mutate({ ...words, picked: draft.picked }, { onSuccess })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
    else if (active && step !== undefined) setAt((people.indexOf(active) + step + people.length) % people.length)
    else if (active && event.key === 'Enter') name(active)
    else if (event.key === 'Escape' && active) setListClosed(true)
    else return
    event.preventDefault()
  }

  return (
    <form
      className="mt-2 flex flex-col gap-1.5"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <label htmlFor={id} className="t-13b">
        {t('comment')} <span className="ml-1 t-12 text-text-3">{t('hint')}</span>
      </label>
      <div className="relative">
        <textarea
          ref={field}
          id={id}
          rows={1}
          value={body}
          readOnly={isSending}
          aria-controls={active && `${id}-list`}
          aria-activedescendant={active && `${id}-${active.id}`}
          onChange={(event) => {
            write(event.target.value)
            setCaret(event.target.selectionEnd)
          }}
          onSelect={(event) => setCaret(event.currentTarget.selectionEnd)}
          onKeyDown={onKeyDown}
          className="text-box block field-sizing-content min-h-10 w-full resize-none border-rule-strong py-2 t-15 text-pretty max-md:text-[16px]"
        />
        {active && (
          <Options
            id={id}
            label={t('members')}
            options={people.map((member) => ({ id: member.id, name: displayName(member), detail: detailOf(member) }))}
            active={active.id}
            onChoose={(chosen) => name(people.find((member) => member.id === chosen)!)}
            className="absolute top-full z-10 mt-1 w-63 rounded-3 border border-rule bg-surface p-1 shadow-float"
          />
        )}
      </div>
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p role="status" className="mr-auto t-12 text-text-3">
          {isStuck && count > 0
            ? t('offline')
            : add.isError || change.isError
              ? t('sendFailed')
              : count >= toldFrom && t('counted', { count, limit: limits.comment })}
        </p>
        {onDone && (
          <Button kind="ghost" onClick={onDone}>
            {cancel}
          </Button>
        )}
        <Button kind="primary" type="submit" disabled={count === 0 || count > limits.comment || isStuck}>
          {existing ? t('save') : t('send')}
          <Kbd keys={submitKeys} tone="filled" />
        </Button>
      </div>
    </form>
  )
}

const newDraft = (existing: Comment | undefined, members: readonly User[]): Draft => ({
  id: newId(),
  body: existing?.body ?? '',
  picked: members
    .filter(({ id }) => existing?.mentions.includes(id))
    .map((member) => ({ id: member.id, name: displayName(member) })),
})

const hasNamesake = (member: User, members: readonly User[]) =>
  members.some(({ id, ...other }) => id !== member.id && displayName(other) === displayName(member))
