import { CircleCheck, CircleMinus, OctagonAlert } from 'lucide-react'
import { type ComponentType, createContext, type ReactNode, use } from 'react'
import { linesOf, piecesOf, reportLines, spansOf } from './lines.ts'
import { LongText } from '../ui/long-text.tsx'
import { MentionText } from './mention-text.tsx'
import { underlined } from '../ui/text-link.ts'
import { WrittenLink } from '../ui/written-link.tsx'

/** The component that renders an issue reference (PR #482, HIN-212). By default it renders plain text. */
export const TicketContext = createContext<ComponentType<{ reference: string }>>(({ reference }) => reference)

function Plain({ text }: { text: string }) {
  const Ticket = use(TicketContext)
  return piecesOf(text).map((piece, index) => {
    if (piece.kind === 'text') return <MentionText key={index} text={piece.text} />
    if (piece.kind === 'ticket')
      return (
        <span key={index} className="whitespace-nowrap">
          <Ticket reference={piece.text} />
        </span>
      )
    return <WrittenLink key={index} address={piece.text} words={piece.text} className={underlined} />
  })
}

/** Shows a line of a member's text, with code, bold and http(s) links (E2.05). All other marks stay as typed. */
export function Line({ text }: { text: string }) {
  return spansOf(text).map((span, index) => {
    switch (span.kind) {
      case 'plain':
        return <Plain key={index} text={span.text} />
      case 'bold':
        return (
          <strong key={index} className="font-semibold">
            <Plain text={span.text} />
          </strong>
        )
      case 'code':
        return (
          <code key={index} className="rounded-1 bg-hover px-1 [font-family:var(--font-mono)] text-[0.867em]">
            {span.text}
          </code>
        )
      case 'named':
        return <WrittenLink key={index} address={span.address} words={span.text} className={underlined} />
    }
  })
}

const sizes = {
  text: {
    list: 'max-w-(--measure) t-15 *:not-first:mt-0.5',
    line: 'ps-3.5',
    bullet: 'before:start-0.5 before:top-2.5 before:size-1',
    levels: ['', 'ms-5', 'ms-10'],
    blank: 'mt-3!',
  },
  /**
   * Sizes for the meeting view, so that the text can be read across the room. The element around the text sets its
   * font size.
   */
  wall: {
    list: '*:not-first:mt-1',
    line: 'ps-7',
    bullet: 'before:start-1 before:top-[0.7em] before:size-1.5',
    levels: ['', 'ms-[1.25em]', 'ms-[2.5em]'],
    blank: 'mt-[0.6em]!',
  },
}
/** Aligns the further lines of a numbered item with its text. No flex box: `line-clamp` does not count its lines. */
const numbered = 'ps-[1.6em] -indent-[1.6em]'
const bulletOf = 'before:absolute before:bg-current before:opacity-60 before:[print-color-adjust:exact]'

/**
 * Shows a text of a report with its lists. Folds a long text (E2.05), except in the meeting view.
 * @param isExcerpt whether the caller cuts the text off
 */
export function ReportLines({
  text,
  size = 'text',
  isExcerpt = false,
}: {
  text: string
  size?: keyof typeof sizes
  isExcerpt?: boolean
}) {
  const { list, line, bullet, levels, blank } = sizes[size]
  const lines = (
    <ul className={`text-pretty wrap-anywhere ${list}`}>
      {reportLines(text).map(({ text: words, depth, number, isAfterBlank }, index) => (
        <li
          key={index}
          dir="auto"
          aria-level={depth > 0 ? depth + 1 : undefined}
          className={`${levels[depth] ?? ''} ${isAfterBlank ? blank : ''} ${number ? numbered : `relative ${line} ${bulletOf} ${bullet}`}`}
        >
          {number && <span className="inline-block min-w-[1.6em] pe-1.5 indent-0 tabular-nums">{number}</span>}
          <Line text={words} />
        </li>
      ))}
    </ul>
  )
  return size === 'text' && !isExcerpt ? <LongText text={text}>{lines}</LongText> : lines
}

/** Only a resolved blocker has a check mark (E3.04). */
const endIcons = { resolved: CircleCheck, unmentioned: CircleMinus }

/**
 * Shows a blocker. Its position, tint and icon make it prominent, never its size or weight (design: principles). A
 * blocker that has ended has no tint.
 */
export function Blocker({
  text,
  id,
  ended,
  children,
}: {
  text: string
  id?: string | undefined
  /** Absent if the blocker is open. */
  ended?: 'resolved' | 'unmentioned' | undefined
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
