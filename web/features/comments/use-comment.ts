import { useIsMutating } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { v7 as newId } from 'uuid'
import { charactersIn } from '#contract/characters.ts'
import type { Comment } from '#contract/comments.ts'
import { limits } from '#contract/limits.ts'
import type { Me, User } from '#contract/users.ts'
import { isChangedElsewhere, isUnreachable } from '../../api/errors.ts'
import { writesToSend } from '../../api/writes-to-send.ts'
import { useQueueOnLeave } from '../../storage/drafts/open-editors.ts'
import { useDraft } from '../../storage/drafts/use-draft.ts'
import { onStored } from '../../storage/local-storage.ts'
import { useOnline } from '../../platform/online.ts'
import { displayName } from '../../domain/person.ts'
import { useOnFinished } from '../../hooks/use-on-finished.ts'
import { useLatest } from '../../hooks/use-latest.ts'
import { useSubscription } from '../../hooks/use-subscription.ts'
import { useDiscard } from '../../ui/use-discard.ts'
import { type CommentContent, commentDrafts } from './drafts.ts'
import { mentionedIds, renamedIn } from '../../domain/mention-names.ts'
import { changeOfComment, useCommentChanges } from './queries.ts'
import { type About, answerOutbox } from './answer-outbox.ts'

export type Editing = {
  comment: Comment
  /** Whether the comment was deleted on another page during the edit. */
  isDeleted: boolean
  onClose: () => void
  onReopen: () => void
}

export function useComment(about: About, user: Me, members: readonly User[], editing: Editing | undefined) {
  const [blank, setBlank] = useState<CommentContent>(() => ({ id: newId(), body: '', picked: [], about }))
  const existing = editing?.comment
  const start = existing ? contentOf(existing, members, about) : blank
  const version = existing && !editing.isDeleted ? existing.body : null
  const key = commentDrafts.key(user.id, existing?.id ?? about.id)
  const draft = useDraft(commentDrafts, key, start, version)
  const mutationKey = ['comment', key]
  const { add, change } = useCommentChanges(about, user.id, mutationKey)
  // If the form is closed and opened again, its comment may still be on its way to the server.
  const isSending = useIsMutating({ mutationKey }) > 0
  useOnFinished(isSending, draft.catchUp)
  // If its report is deleted and restored, an unsent comment becomes a draft again after the form has rendered.
  useSubscription(onStored, () => {
    if (!draft.isWritten && commentDrafts.read(key)) draft.catchUp()
  })
  useQueueOnLeave(add.isPending, () => {
    if (!add.variables) return
    const { id, picked: chosen, body: text, mentions } = add.variables
    const comment = { id, body: text, mentions }
    const answer = { kind: 'comment', about, draft: comment, picked: chosen, at: new Date().toISOString() } as const
    if (answerOutbox.add(user.id, answer)) add.variables.onPersisted?.()
  })
  useQueueOnLeave(change.isPending, () => {
    const changed = change.variables
    if (changed && writesToSend.add(user.id, { ...changeOfComment(changed), text: changed.body }))
      changed.onPersisted?.()
  })
  const { body, picked } = draft.content
  const latestBody = useLatest(body)
  /**
   * Whether the member typed in this form since sending. The text alone does not tell: another tab can change it, too.
   */
  const isTypedSinceSending = useRef(false)
  const count = charactersIn(body.trim())
  // A new comment can wait for a network. An edit cannot: the comment may have changed on the server.
  const isStuck = !useOnline() && existing !== undefined
  const isChanged = draft.isWritten && draft.baseVersion !== null && draft.baseVersion !== version

  const send = () => {
    if (count === 0 || count > limits.comment || isSending || isStuck) return
    const others = members.filter((member) => member.id !== user.id)
    const renamed = existing ? renamedIn(body, existing, members) : []
    const mentions = [...new Set([...mentionedIds(body, picked, others), ...renamed])]
    const words = { body: body.trim(), mentions, onPersisted: draft.remove }
    isTypedSinceSending.current = false
    const onSuccess = () => {
      const left = isTypedSinceSending.current ? typedSince(body, latestBody.get()) : undefined
      const next = { id: newId(), body: '', picked: [], about }
      setBlank(next)
      if (left === undefined) draft.reread()
      else if (existing) return draft.change((before) => before, words.body)
      else if (left.trim() === '') draft.discard()
      else draft.change(({ picked }) => ({ ...next, body: left, picked }))
      editing?.onClose()
    }
    if (existing && !editing.isDeleted)
      change.mutate({ ...words, id: existing.id, before: { body: draft.baseVersion ?? existing.body } }, { onSuccess })
    // The server has the comment from an earlier attempt without a response, so sending it again is an edit.
    else if (!existing && isChangedElsewhere(add.error) && add.variables?.id === draft.content.id)
      change.mutate({ ...words, id: draft.content.id }, { onSuccess })
    else add.mutate({ ...words, id: existing ? newId() : draft.toSend().id, picked }, { onSuccess })
  }
  const cancel = useDiscard(draft, () => editing?.onClose(), editing?.onReopen)
  return {
    draft,
    count,
    isSending,
    /**
     * Whether the text must not change: an earlier instance of this form is sending its text, or the edited comment was
     * deleted and its text is being sent as a new comment.
     */
    isLocked: isSending && (editing?.isDeleted === true || !(add.isPending || change.isPending)),
    isStuck,
    failure: add.error ?? change.error ?? undefined,
    /** Whether the server is unreachable and the outbox has no room for the comment. */
    isNotQueued: isUnreachable(add.error),
    elsewhere: editing?.isDeleted ? ('deleted' as const) : isChanged ? ('changed' as const) : undefined,
    /** @param chosen the members that the author selected in the list after an "@" */
    write: (next: string, chosen?: CommentContent['picked']) => {
      isTypedSinceSending.current = true
      draft.change((before) => ({ ...before, body: next, picked: chosen ?? before.picked }))
    },
    send,
    cancel,
  }
}

/** Returns the text that was typed while `sent` was being sent, or undefined if the text is unchanged. */
function typedSince(sent: string, now: string): string | undefined {
  if (now === sent) return undefined
  return now.startsWith(sent) ? now.slice(sent.length) : now
}

const contentOf = ({ id, body, mentions }: Comment, members: readonly User[], about: About): CommentContent => ({
  id,
  body,
  about,
  picked: members
    .filter((member) => mentions.includes(member.id))
    .map((member) => ({ id: member.id, name: displayName(member) })),
})
