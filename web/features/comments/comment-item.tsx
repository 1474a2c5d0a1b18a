import { useLocale, useTranslations } from 'use-intl'
import type { Comment } from '#contract/comments.ts'
import type { Me, User } from '#contract/users.ts'
import { offerUndo } from '../../api/offer-undo.ts'
import { ownDate } from '../../dates/own-zone.ts'
import { formatDayAndTime, formatTime } from '../../dates/format-date.ts'
import { useHasDraft } from '../../storage/drafts/use-draft.ts'
import { useToday } from '../../dates/today.ts'
import { MemberAvatar } from '../../domain/member-avatar.tsx'
import { AuthorMenu } from '../../ui/author-menu.tsx'
import { toast } from '../../ui/toast.tsx'
import { ContinueButton } from './continue-button.tsx'
import { CommentForm } from './comment-form.tsx'
import { CommentText } from './comment-text.tsx'
import { commentDrafts } from './drafts.ts'
import { useCommentChanges } from './queries.ts'
import type { About } from './answer-outbox.ts'

export function CommentItem({
  comment,
  about,
  user,
  members,
  isWaiting = false,
  isDeleted = false,
  isEditing = false,
  onEditing,
}: {
  comment: Comment
  about: About
  user: Me
  members: readonly User[]
  /** Whether the comment is in the outbox. */
  isWaiting?: boolean
  /** Whether the comment was deleted on another page while its author was editing it. */
  isDeleted?: boolean
  isEditing?: boolean
  onEditing?: (comment: Comment, isOpen: boolean) => void
}) {
  const t = useTranslations('answers')
  const language = useLocale()
  const today = useToday()
  const member = members.find(({ id }) => id === comment.user_id)
  const hasDraft = useHasDraft(commentDrafts, commentDrafts.key(user.id, comment.id))
  const at = new Date(comment.created_at)
  const time = ownDate(at) === today ? formatTime(language, at) : formatDayAndTime(language, at)
  return (
    <li id={`comment-${comment.id}`} tabIndex={-1} className="flex items-start gap-3">
      <MemberAvatar id={comment.user_id} by={comment.user_name} member={member} size={24} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <b dir="auto" className="t-13b">
            {comment.user_name}
          </b>
          <span className="t-12 text-text-3">
            {isWaiting ? t('waiting') : <time dateTime={comment.created_at}>{time}</time>}
            {comment.edited && ` · ${t('edited')}`}
          </span>
        </p>
        {isEditing ? (
          <CommentForm
            about={about}
            user={user}
            members={members}
            first={[]}
            editing={{
              comment,
              isDeleted,
              onClose: () => onEditing?.(comment, false),
              onReopen: () => onEditing?.(comment, true),
            }}
          />
        ) : (
          <>
            <CommentText comment={comment} members={members} userId={user.id} />
            {hasDraft && !isWaiting && <ContinueButton onClick={() => onEditing?.(comment, true)} />}
          </>
        )}
      </div>
      {comment.user_id === user.id && !isEditing && !isWaiting && (
        <Actions comment={comment} about={about} onEdit={() => onEditing?.(comment, true)} />
      )}
    </li>
  )
}

function Actions({ comment, about, onEdit }: { comment: Comment; about: About; onEdit: () => void }) {
  const t = useTranslations('answers')
  const undo = useTranslations('writing')('undo')
  const { add, remove } = useCommentChanges(about, comment.user_id)
  const { id, body, mentions } = comment
  const onDelete = () =>
    void remove.mutateAsync(id).then(
      () =>
        offerUndo(t('deleted'), {
          label: undo,
          // `mutate` would not report a failure: this item is unmounted by then.
          undo: () => add.mutateAsync({ id, body, mentions }),
          failed: () => t('sendFailed'),
        }),
      (error: unknown) => toast.error(t('sendFailed'), error),
    )
  return (
    <AuthorMenu
      words={{ actions: t('actions'), edit: t('edit'), delete: t('delete') }}
      onEdit={onEdit}
      onDelete={onDelete}
    />
  )
}
