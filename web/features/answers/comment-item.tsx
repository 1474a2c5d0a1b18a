import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Comment } from '#contract/comments.ts'
import type { Me, User } from '#contract/users.ts'
import { offerUndo } from '../../api/offer-undo.ts'
import { localDate } from '../../lib/dates.ts'
import { formatDayAndTime, formatTime } from '../../lib/format-date.ts'
import { hueOf, initials, initialsOfName, pictureOf } from '../../lib/person.ts'
import { useToday } from '../../lib/today.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { OwnMenu } from '../../ui/own-menu.tsx'
import { toast } from '../../ui/toast.tsx'
import { CommentForm } from './comment-form.tsx'
import { CommentWords } from './comment-words.tsx'
import { useCommentChanges } from './queries.ts'
import type { About } from './waiting.ts'

/** What somebody said, and when; its writer changes and deletes it. */
export function CommentItem({
  comment,
  about,
  user,
  members,
  isWaiting = false,
}: {
  comment: Comment
  about: About
  user: Me
  members: readonly User[]
  /** For a network. */
  isWaiting?: boolean
}) {
  const t = useTranslations('answers')
  const language = useLocale()
  const today = useToday()
  const [isEditing, setIsEditing] = useState(false)
  const member = members.find(({ id }) => id === comment.user_id)
  const at = new Date(comment.created_at)
  const time = localDate(at) === today ? formatTime(language, at) : formatDayAndTime(language, at)
  return (
    <li id={`comment-${comment.id}`} tabIndex={-1} className="flex items-start gap-3">
      <Avatar
        size={24}
        initials={member ? initials(member) : initialsOfName(comment.user_name)}
        hue={hueOf(comment.user_id)}
        picture={member && pictureOf(member)}
      />
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
            existing={comment}
            onDone={() => setIsEditing(false)}
          />
        ) : (
          <CommentWords comment={comment} members={members} userId={user.id} />
        )}
      </div>
      {comment.user_id === user.id && !isEditing && !isWaiting && (
        <Actions comment={comment} about={about} onEdit={() => setIsEditing(true)} />
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
          // `mutate` would not tell of a failure: this item is gone by then.
          undo: () => add.mutateAsync({ id, body, mentions }),
          failed: () => t('sendFailed'),
        }),
      (error: unknown) => toast.error(t('sendFailed'), error),
    )
  return (
    <OwnMenu
      words={{ actions: t('actions'), edit: t('edit'), delete: t('delete') }}
      onEdit={onEdit}
      onDelete={onDelete}
    />
  )
}
