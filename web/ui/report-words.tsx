import { CircleCheck, CircleMinus, OctagonAlert } from 'lucide-react'
import { type ComponentType, createContext, type ReactNode, use } from 'react'
import { linesOf, piecesOf } from '../lib/lines.ts'
import { underlined } from './text-link.ts'

/** Draws a reference to an issue (PR #482, HIN-212), whose address is not in the words. */
export const TicketWords = createContext<ComponentType<{ reference: string }>>(({ reference }) => reference)

/** What somebody wrote is only ever text: no markup in it can act, and only http(s) addresses become links. */
export function Line({ text }: { text: string }) {
  const Ticket = use(TicketWords)
  return piecesOf(text).map((piece, index) => {
    if (piece.kind === 'text') return piece.text
    if (piece.kind === 'ticket')
      return (
        <span key={index} className="whitespace-nowrap">
          <Ticket reference={piece.text} />
        </span>
      )
    return (
      <a key={index} href={piece.text} target="_blank" rel="noopener noreferrer" className={underlined}>
        {piece.text}
      </a>
    )
  })
}

const sizes = {
  text: {
    list: 'max-w-(--measure) t-15 *:not-first:mt-0.5',
    line: 'ps-3.5 before:start-0.5 before:top-2.5 before:size-1',
  },
  /** To be read from across the room, in the size of what is around. */
  wall: { list: '*:not-first:mt-1', line: 'ps-7 before:start-1 before:top-[0.7em] before:size-1.5' },
}

export function ReportLines({ text, size = 'text' }: { text: string; size?: keyof typeof sizes }) {
  const { list, line } = sizes[size]
  return (
    <ul className={`text-pretty wrap-anywhere ${list}`}>
      {linesOf(text).map((words, index) => (
        <li
          key={index}
          dir="auto"
          className={`relative before:absolute before:bg-current before:opacity-60 before:[print-color-adjust:exact] ${line}`}
        >
          <Line text={words} />
        </li>
      ))}
    </ul>
  )
}

/** Only a resolved blocker has a check mark (E3.04). */
const endIcons = { resolved: CircleCheck, unmentioned: CircleMinus }

/** Blockers stand out by place, tint and icon, never by size or weight (design: principles); one that has ended has no tint. */
export function Blocker({
  text,
  id,
  ended,
  children,
}: {
  text: string
  id?: string | undefined
  /** Absent while it is open. */
  ended?: 'resolved' | 'unmentioned' | undefined
  /** Below its words. */
  children?: ReactNode
}) {
  const Icon = ended ? endIcons[ended] : OctagonAlert
  return (
    <div
      id={id}
      tabIndex={id ? -1 : undefined}
      className={`flex max-w-(--measure) scroll-mt-20 gap-2 rounded-2 border border-transparent py-1.5 t-15 ${ended ? 'text-text-2' : 'bg-problem-soft px-3 text-text'}`}
    >
      <Icon
        size={16}
        strokeWidth={1.75}
        className={`mt-1 shrink-0 ${ended ? 'text-text-3' : 'text-problem-text'}`}
        aria-hidden
      />
      <div className="min-w-0 flex-1 text-pretty">
        {linesOf(text).map((line, index) => (
          <p key={index} dir="auto">
            <Line text={line} />
          </p>
        ))}
        {children}
      </div>
    </div>
  )
}
