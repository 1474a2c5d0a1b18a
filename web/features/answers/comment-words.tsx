import type { Comment } from '#contract/comments.ts'
import type { User } from '#contract/users.ts'
import { piecesOf } from '../../lib/lines.ts'
import { displayName } from '../../lib/person.ts'
import { underlined } from '../../ui/text-link.ts'
import { isSameName, namesIn } from './naming.ts'

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
  const mentioned = members.filter(({ id }) => mentions.includes(id))
  const names = mentioned.map(displayName)
  const isMe = (name: string) =>
    mentioned.some((member) => member.id === userId && isSameName(displayName(member), name))
  return (
    <p dir="auto" className="whitespace-pre-wrap t-15 text-pretty wrap-anywhere">
      {piecesOf(body).map((piece, index) =>
        piece.kind === 'link' ? (
          <a key={index} href={piece.text} target="_blank" rel="noopener noreferrer" className={underlined}>
            {piece.text}
          </a>
        ) : (
          cutAtNames(piece.text, names).map(({ text, name }, at) =>
            name === undefined ? (
              text
            ) : (
              <span key={`${index} ${at}`} className={`text-ai-text ${isMe(name) ? 'rounded-1 bg-ai-soft' : ''}`}>
                {text}
              </span>
            ),
          )
        ),
      )}
    </p>
  )
}

/** Cuts the text before and behind each mention. */
function cutAtNames(text: string, names: readonly string[]): { text: string; name?: string }[] {
  const cuts: { text: string; name?: string }[] = []
  let from = 0
  for (const { start, end, name } of namesIn(text, { picked: names, typed: [] })) {
    if (start > from) cuts.push({ text: text.slice(from, start) })
    cuts.push({ text: text.slice(start, end), name })
    from = end
  }
  if (from < text.length) cuts.push({ text: text.slice(from) })
  return cuts
}
