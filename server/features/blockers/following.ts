import { setImmediate as nextTurn } from 'node:timers/promises'
import { blockerLinesOf } from '#contract/no-blocker.ts'
import { continuing } from './alike.ts'
import type { Act } from './policy.ts'

/** So many lines of a report are blockers: with 10,000 characters a text may have thousands. */
const linesMost = 200

export const blockerLines = (issues: string): string[] => blockerLinesOf(issues).slice(0, linesMost)

/** A line that names a blocker. */
export type Line = { text: string; blocker_id: string }

/**
 * `lines`: the blockers that its lines named before the change, if known. `chosen`: the author chose the blocker in a row
 * (E3.03).
 */
export type Report = { id: string; day: string; issues: string; lines: readonly (Line & { chosen?: boolean })[] }

export type Named = {
  report_id: string
  day: string
  line: number
  text: string
  blocker_id: string
  chosen: boolean
}

/**
 * Finds the blocker of each line of a member's reports, from a day on. A line that its author chose for a blocker is that
 * blocker. Any other line continues a blocker that the report before named, or that somebody has reopened since; else it
 * begins a new one. The result does not depend on the order in which the reports were written. A line that begins a
 * blocker keeps its id, unless that blocker goes on elsewhere.
 * @param standing lines of the report before
 * @param earlier the newest lines before that day, by blocker
 * @param acts from that day on, in order; each comes back with the blocker that it is of now
 */
export async function follow(
  reports: readonly Report[],
  standing: readonly Line[],
  { earlier, acts, newId }: { earlier: ReadonlyMap<string, string>; acts: readonly Act[]; newId: () => string },
): Promise<{ named: Named[]; acts: Act[] }> {
  const newest = new Map(earlier)
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
    before = [...before, ...[...new Set(reopened)].map((id) => ({ text: newest.get(id) ?? '', blocker_id: id }))]
  }
  actsUntil(reports[0]?.day)
  for (const [index, report] of reports.entries()) {
    // Lets other requests run between two reports: a change far back follows all later reports.
    if (index > 0) await nextTurn()
    const lines = blockerLines(report.issues)
    const was = continuing(texts(report.lines), lines).map((at) => (at === undefined ? undefined : report.lines[at]))
    const chosen = chosenIn(was, (id) => now.get(id) ?? id)
    const ids = idsOf(lines, before, chosen)
    before = lines.map((text, line) => {
      const old = was[line]?.blocker_id
      const blocker_id = ids[line] ?? (old && !newest.has(old) ? old : newId())
      newest.set(blocker_id, text)
      if (old) now.set(old, blocker_id)
      named.push({ report_id: report.id, day: report.day, line, text, blocker_id, chosen: chosen[line] !== undefined })
      return { text, blocker_id }
    })
    actsUntil(reports[index + 1]?.day)
  }
  return { named, acts: moved }
}

/** Returns the blocker that each line was chosen for, each blocker once. */
function chosenIn(was: readonly (Report['lines'][number] | undefined)[], nowOf: (id: string) => string) {
  const taken = new Set<string>()
  return was.map((line) => {
    const id = line?.chosen ? nowOf(line.blocker_id) : undefined
    if (id === undefined || taken.has(id)) return undefined
    taken.add(id)
    return id
  })
}

/** Returns the blocker of each line: the chosen one, else the one that the line continues. */
function idsOf(lines: readonly string[], before: readonly Line[], chosen: readonly (string | undefined)[]) {
  const free = before.filter(({ blocker_id }) => !chosen.includes(blocker_id))
  const typed = lines.flatMap((text, line) => (chosen[line] === undefined ? { text, line } : []))
  const ids = [...chosen]
  const found = continuing(
    texts(free),
    typed.map(({ text }) => text),
  )
  for (const [at, from] of found.entries()) if (from !== undefined) ids[typed[at]!.line] = free[from]!.blocker_id
  return ids
}

const texts = (lines: readonly { text: string }[]) => lines.map(({ text }) => text)
