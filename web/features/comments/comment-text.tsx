import type { Comment } from '#contract/comments.ts'
import type { User } from '#contract/users.ts'
import { piecesOf } from '../../domain/lines.ts'
import { namesOf } from '../../domain/mention-names.ts'
import { MentionText, MentionedNamesContext } from '../../domain/mention-text.tsx'
import { underlined } from '../../ui/text-link.ts'
import { WrittenLink } from '../../ui/written-link.tsx'

/** Shows plain text with its URLs as links. Mentions are highlighted, and mentions of the reader more strongly. */
export function CommentText({
  comment: { body, mentions },
  members,
  userId,
}: {
  comment: Comment
  members: readonly User[]
  userId: string
}) {
  return (
    <MentionedNamesContext value={namesOf(mentions, members, userId)}>
      <p dir="auto" className="whitespace-pre-wrap t-15 text-pretty wrap-anywhere">
        {piecesOf(body).map((piece, index) =>
          piece.kind === 'link' ? (
            <WrittenLink key={index} address={piece.text} words={piece.text} className={underlined} />
          ) : (
            <MentionText key={index} text={piece.text} />
          ),
        )}
      </p>
    </MentionedNamesContext>
  )
}
