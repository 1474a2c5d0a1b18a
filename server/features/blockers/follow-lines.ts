import { limits } from '#contract/limits.ts'
import { blockerLinesOf } from '#contract/no-blocker.ts'
import { continuing } from './same-blocker.ts'
import type { KnownAct } from '#server/db/schema/tables/blocker.ts'
import { aboutLines } from './acts-of-lines.ts'

export const blockerLines = (issues: string): string[] => blockerLinesOf(issues).slice(0, limits.blockerLines)

type Line = { text: string; blocker_id: string }

/**
 * A report of the member.
 * - `lines`: the blockers that its lines named before the change, if known
 * - `chosen`: the author chose the blocker in a row of the form (E3.03)
 * - `meanwhile`: the blocker that the line named while another report was deleted
 * - `left`: lines that an edit has recently removed (E3.07)
 */
export type Report = {
  id: string
  day: string
  issues: string
  lines: readonly (Line & { chosen?: boolean; meanwhile?: string | undefined })[]
  left?: readonly Line[]
}

export type Named = {
  report_id: string
  day: string
  line: number
  text: string
  blocker_id: string
  chosen: boolean
}

/**
 * The data with which the search for the lines' blockers starts. The search begins at the first changed day.
 * - `earlier`: the newest line of each blocker before that day
 * - `acts`: the actions from that day on, in order
 * - `about`: all actions that may be about a line of the reports
 * - `otherRequests`: lets other requests run; must be called between two steps
 */
type Following = {
  earlier: ReadonlyMap<string, string>
  acts: readonly KnownAct[]
  about: readonly KnownAct[]
  newId: () => string
  otherRequests: () => Promise<void>
}

/**
 * Finds the blocker of each line of a member's reports, from a day on.
 * - A line that its author chose for a blocker belongs to that blocker.
 * - Any other line continues a blocker of the previous report, or one that was reopened since. If there is none, the
 *   line begins a new blocker.
 * - A line that begins a blocker keeps the blocker's id, unless that blocker continues another one.
 * - An action belongs to the blocker of the line that the action was about. If that line is gone, the action stays with
 *   its former blocker.
 *
 * The result does not depend on the order in which the reports were written.
 * @param past the reports before that day, with their blockers
 * @returns `acts`: the actions with their current blockers. `about`: the blocker of each action whose line exists.
 * `now`: the current id of each former blocker
 */
export async function follow(
  reports: readonly Report[],
  past: readonly Report[],
  { earlier, acts, about, newId, otherRequests }: Following,
): Promise<{ named: Named[]; acts: KnownAct[]; about: ReadonlyMap<string, string>; now: ReadonlyMap<string, string> }> {
  const newest = new Map(earlier)
  const now = new Map<string, string>() // the current id of each former blocker
  const named: Named[] = []
  const moved: KnownAct[] = []
  const first = new Map<string, string>() // the id that each former blocker got at its first line in these reports
  const becomes = (former: string, id: string) => {
    if (!first.has(former)) first.set(former, id)
    now.set(former, id)
  }
  const begun = new Set<string>()
  const begin = () => {
    const id = newId()
    begun.add(id)
    return id
  }
  const lineOf = aboutLines(about)
  const anchored = new Map<string, string>() // the blocker of the line that each action was about
  const anchor = (report: string, lines: readonly Line[]) => {
    for (const [act, id] of lineOf(report, lines, (former) => now.get(former) ?? former)) {
      anchored.set(act.id, id)
      if (!newest.has(act.blocker_id) && !now.has(act.blocker_id)) becomes(act.blocker_id, id)
    }
  }
  const begins = (past[0] ?? reports[0])?.day ?? ''
  for (const act of about) if (act.is_named_there && act.about_day! < begins) anchored.set(act.id, act.blocker_id)
  for (const { id, lines } of past) anchor(id, lines)
  let before: readonly Line[] = past.flatMap(({ lines }) => lines)
  const actsUntil = (day: string | undefined) => {
    const here = acts
      .slice(moved.length)
      .filter((act) => day === undefined || act.day < day)
      .map((act) =>
        Object.assign({}, act, { blocker_id: anchored.get(act.id) ?? now.get(act.blocker_id) ?? act.blocker_id }),
      )
    moved.push(...here)
    const reopened = here.flatMap(({ kind, blocker_id: id }) =>
      kind === 'reopened' && !before.some((line) => line.blocker_id === id) ? id : [],
    )
    before = [...before, ...[...new Set(reopened)].map((id) => ({ text: newest.get(id) ?? '', blocker_id: id }))]
  }
  actsUntil(reports[0]?.day)
  for (const [index, report] of reports.entries()) {
    await otherRequests()
    const lines = blockerLines(report.issues)
    const was = (await continuing(texts(report.lines), lines, otherRequests)).map((at) =>
      at === undefined ? undefined : report.lines[at],
    )
    const returned = await returnedIn(report, lines, was, otherRequests)
    const chosen = chosenIn(was, (id) => now.get(id) ?? id)
    const ids = await idsOf(lines, before, { chosen, otherRequests })
    before = lines.map((text, line) => {
      const old = was[line]?.blocker_id ?? returned.get(line)
      const blocker_id = ids[line] ?? (old && !newest.has(old) ? old : begin())
      newest.set(blocker_id, text)
      for (const id of [old, was[line]?.meanwhile]) if (id) becomes(id, blocker_id)
      named.push({ report_id: report.id, day: report.day, line, text, blocker_id, chosen: chosen[line] !== undefined })
      return { text, blocker_id }
    })
    anchor(report.id, before)
    actsUntil(reports[index + 1]?.day)
  }
  const former = formerIds(
    now,
    (id) => begun.has(id),
    (id) => newest.has(id),
  )
  const inFormer = <With extends { blocker_id: string }>(each: With): With => ({
    ...each,
    blocker_id: former.get(each.blocker_id) ?? each.blocker_id,
  })
  const renamed = (ids: ReadonlyMap<string, string>) =>
    new Map([...ids].map(([key, id]) => [key, former.get(id) ?? id] as const))
  // An action can be older than the first line of its blocker, if an earlier line was removed or restored.
  const ofFirst = (act: KnownAct) =>
    newest.has(act.blocker_id) ? act : { ...act, blocker_id: first.get(act.blocker_id) ?? act.blocker_id }
  return {
    named: named.map(inFormer),
    acts: moved.map((act) => inFormer(ofFirst(act))),
    about: renamed(anchored),
    now: renamed(now),
  }
}

/** Returns the blockers of lines that were removed from the report and are written again (E3.07). */
async function returnedIn(
  { left = [] }: Report,
  lines: readonly string[],
  was: readonly unknown[],
  otherRequests: () => Promise<void>,
): Promise<ReadonlyMap<number, string>> {
  if (left.length === 0) return new Map()
  const added = [...lines.keys()].filter((line) => was[line] === undefined)
  const addedTexts = added.map((line) => lines[line]!)
  const found = await continuing(texts(left), addedTexts, otherRequests)
  return new Map(
    found.flatMap((from, at) => (from === undefined ? [] : [[added[at]!, left[from]!.blocker_id] as const])),
  )
}

/**
 * Returns the blocker that the author chose for each line. If two lines have the same blocker, only the first gets it.
 */
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
async function idsOf(
  lines: readonly string[],
  before: readonly Line[],
  { chosen, otherRequests }: { chosen: readonly (string | undefined)[]; otherRequests: () => Promise<void> },
) {
  const isChosen = new Set(chosen)
  const free = before.filter(({ blocker_id }) => !isChosen.has(blocker_id))
  const typed = lines.flatMap((text, line) => (chosen[line] === undefined ? { text, line } : []))
  const ids = [...chosen]
  const found = await continuing(
    texts(free),
    typed.map(({ text }) => text),
    otherRequests,
  )
  for (const [at, from] of found.entries()) if (from !== undefined) ids[typed[at]!.line] = free[from]!.blocker_id
  return ids
}

const texts = (lines: readonly { text: string }[]) => lines.map(({ text }) => text)

/**
 * Returns the former id of each new id. A rewritten line begins a blocker with a new id, until a later line shows that
 * it continues an earlier blocker.
 * @param now the current id of each former blocker
 * @param isNew returns whether the id is new
 * @param isNamed returns whether lines name the blocker
 */
function formerIds(
  now: ReadonlyMap<string, string>,
  isNew: (id: string) => boolean,
  isNamed: (id: string) => boolean,
): ReadonlyMap<string, string> {
  const former = new Map<string, string>()
  for (const [was, id] of now) if (isNew(id) && !isNamed(was) && !former.has(id)) former.set(id, was)
  return former
}
