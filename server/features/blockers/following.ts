import { linesOf } from '#contract/report-fields.ts'
import { continuing } from './alike.ts'
import type { Act } from './policy.ts'

/** So many lines of a report are blockers: with 10,000 characters a text may have thousands. */
const linesMost = 200

export const blockerLines = (issues: string): string[] => linesOf(issues).slice(0, linesMost)

/** A line that names a blocker. */
export type Line = { text: string; blocker_id: string }

/** `lines`: which blockers its lines were before, where they are known. */
export type Report = { id: string; day: string; issues: string; lines: readonly Line[] }

export type Named = { report_id: string; day: string; line: number; text: string; blocker_id: string }

/**
 * Which blocker each line of a member's reports is, from a day on: the one that the report before, or somebody who has
 * reopened it since, leaves standing and that the line goes on; else a new one. That follows from the texts alone, in
 * whichever order they were written. Only ids are kept: a line that begins a blocker is the one that it was, unless
 * that goes on elsewhere.
 * @param standing lines of the report before
 * @param earlier what all said first that were named before that day, by id
 * @param acts from that day on, in order; each comes back with the blocker that it is of now
 */
export function follow(
  reports: readonly Report[],
  standing: readonly Line[],
  { earlier, acts, newId }: { earlier: ReadonlyMap<string, string>; acts: readonly Act[]; newId: () => string },
): { named: Named[]; acts: Act[] } {
  const first = new Map(earlier)
  const now = new Map<string, string>() // the blocker that one is by now
  const named: Named[] = []
  const moved: Act[] = []
  let before = standing
  const actsUntil = (day: string | undefined) => {
    const here = acts
      .slice(moved.length)
      .filter((act) => day === undefined || act.day < day)
      .map((act) => Object.assign({}, act, { blocker_id: now.get(act.blocker_id) ?? act.blocker_id }))
    moved.push(...here)
    const reopened = here.flatMap(({ kind, blocker_id: id }) =>
      kind === 'reopened' && !before.some((line) => line.blocker_id === id) ? id : [],
    )
    before = [...before, ...[...new Set(reopened)].map((id) => ({ text: first.get(id) ?? '', blocker_id: id }))]
  }
  actsUntil(reports[0]?.day)
  for (const [index, report] of reports.entries()) {
    const lines = blockerLines(report.issues)
    const goesOn = continuing(texts(before), lines)
    const ids = goesOn.map((from) => (from === undefined ? undefined : before[from]!.blocker_id))
    const same = continuing(texts(report.lines), lines)
    before = lines.map((text, line) => {
      const was = same[line] === undefined ? undefined : report.lines[same[line]]!.blocker_id
      const blocker_id = ids[line] ?? (was && !first.has(was) ? was : newId())
      if (!first.has(blocker_id)) first.set(blocker_id, text)
      if (was) now.set(was, blocker_id)
      named.push({ report_id: report.id, day: report.day, line, text, blocker_id })
      return { text, blocker_id }
    })
    actsUntil(reports[index + 1]?.day)
  }
  return { named, acts: moved }
}

const texts = (lines: readonly Line[]) => lines.map(({ text }) => text)
