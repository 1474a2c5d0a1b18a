import type { DayReport } from '#contract/reports.ts'
import type { DayRow, OwnPart } from './sql.ts'

type Reactions = DayReport['reactions']

/** A row of the day. Encoded once, because most of a page is the same for every caller. */
type SharedReport = Pick<DayRow, 'id' | 'user_id' | 'given'> & {
  /** The JSON of what everybody sees, open at its end. */
  open: string
  givers: ReadonlySet<string>
  /** The JSON of the reactions for callers that have given none. */
  reactions: string
}

/**
 * A page of a day as the whole team has it.
 *
 * - `version`: another as soon as the page is another.
 * - `size`: characters.
 */
export type SharedPage = { version: string | null; reports: SharedReport[]; total: number; size: number }

/** @param rows the JSON of an array of `DayRow` */
export function sharedPage(version: string | null, rows: string, total: number): SharedPage {
  const reports = (JSON.parse(rows) as DayRow[]).map(({ given, ...report }) => ({
    id: report.id,
    user_id: report.user_id,
    given,
    open: JSON.stringify(report).slice(0, -1),
    givers: new Set(given.map(([, by]) => by)),
    reactions: JSON.stringify(countReactions(given)),
  }))
  return { version, reports, total, size: rows.length }
}

const marks: Record<string, string> = {
  u: '"read":false,"changed":false',
  r: '"read":true,"changed":false',
  c: '"read":true,"changed":true',
}

/** Returns the page as that member sees it: the JSON of a `ReportDay`. */
export function pageOf({ reports, total }: SharedPage, userId: string, own: OwnPart): string {
  const texts = reports.map(({ user_id, open, given, givers, reactions }, nth) => {
    const counted = givers.has(userId) ? JSON.stringify(countReactions(given, userId)) : reactions
    const readers = user_id === userId ? `,"readers":${own.readers}` : ''
    return `${open},${marks[own.marks![nth]!]!},"reactions":${counted}${readers}}`
  })
  return `{"reports":[${texts.join(',')}],"total":${total}}`
}

/** Counts each sign once: the most used first, and of two as often used the one that was given first. */
function countReactions(given: DayRow['given'], userId?: string): Reactions {
  const signs = new Map<string, Reactions[number]>()
  for (const [sign, by] of given) {
    const known = signs.get(sign) ?? { sign, count: 0, mine: false }
    signs.set(sign, { sign, count: known.count + 1, mine: known.mine || by === userId })
  }
  return [...signs.values()].toSorted((one, other) => other.count - one.count)
}
