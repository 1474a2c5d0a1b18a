import type { Comment } from '#contract/comments.ts'
import type { User } from '#contract/users.ts'
import { piecesOf } from '../../lib/lines.ts'
import { displayName } from '../../lib/person.ts'
import { underlined } from '../../ui/text-link.ts'

/** Plain text with its addresses as links; whom it names stands out, and oneself more. */
export function CommentWords({
  comment: { body, mentions },
  members,
  userId,
}: {
  comment: Comment
  members: readonly User[]
  userId: string
}) {
  const named = members
    .filter(({ id }) => mentions.includes(id))
    .map((member) => ({ isMe: member.id === userId, text: `@${displayName(member)}` }))
  return (
    <p dir="auto" className="whitespace-pre-wrap t-15 text-pretty wrap-anywhere">
      {piecesOf(body).map((piece, index) =>
        piece.kind === 'link' ? (
          <a key={index} href={piece.text} target="_blank" rel="noopener noreferrer" className={underlined}>
            {piece.text}
          </a>
        ) : (
          cutAt(piece.text, named).map(({ text, isMe }, at) =>
            isMe === undefined ? (
              text
            ) : (
              <span key={`${index} ${at}`} className={`text-ai-text ${isMe ? 'rounded-1 bg-ai-soft' : ''}`}>
                {text}
              </span>
            ),
          )
        ),
      )}
    </p>
  )
}

type Cut = { text: string; isMe?: boolean }

/** The text cut before and behind each of the names. */
function cutAt(text: string, names: readonly Cut[]): Cut[] {
  const [name, ...others]: readonly Cut[] = names
  if (!name) return [{ text }]
  return text
    .split(name.text)
    .flatMap((part, index) => (index > 0 ? [name] : []).concat(cutAt(part, others)))
    .filter((cut) => cut.text !== '')
}
