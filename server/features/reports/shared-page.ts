import type { DayReport, ReportDay } from '#contract/reports.ts'
import type { DayRow, OwnPart } from './sql.ts'

type Reactions = DayReport['reactions']
type SharedReport = {
  report: Omit<DayRow, 'given'>
  given: DayRow['given']
  givers: ReadonlySet<string>
  /** As those see them who have given none. */
  reactions: Reactions
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
    report,
    given,
    givers: new Set(given.map(([, by]) => by)),
    reactions: countReactions(given),
  }))
  return { version, reports, total, size: rows.length }
}

const marks: Record<string, { read: boolean; changed: boolean }> = {
  u: { read: false, changed: false },
  r: { read: true, changed: false },
  c: { read: true, changed: true },
}

/** Returns the page as that member sees it. */
export const pageOf = ({ reports, total }: SharedPage, userId: string, own: OwnPart): ReportDay => ({
  reports: reports.map(({ report, given, givers, reactions }, nth) => ({
    ...report,
    ...marks[own.marks![nth]!]!,
    reactions: givers.has(userId) ? countReactions(given, userId) : reactions,
    ...(report.user_id === userId && { readers: own.readers }),
  })),
  total,
})

/** Counts each sign once: the most used first, and of two as often used the one that was given first. */
function countReactions(given: DayRow['given'], userId?: string): Reactions {
  const signs = new Map<string, Reactions[number]>()
  for (const [sign, by] of given) {
    const known = signs.get(sign) ?? { sign, count: 0, mine: false }
    signs.set(sign, { sign, count: known.count + 1, mine: known.mine || by === userId })
  }
  return [...signs.values()].toSorted((one, other) => other.count - one.count)
}
