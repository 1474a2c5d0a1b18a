import type { BlockerChoice } from '#contract/reports.ts'
import type { Named, Report } from './follow-lines.ts'
import type { Act } from './policy.ts'

/** A report with the choices that its author made in the rows of the form (E3.03). */
export type Chosen = { report: string; choices: readonly BlockerChoice[] }

type WrittenAgain = { day: string; ids: ReadonlySet<string> } | undefined

/**
 * Returns the blockers that the author's newest report names again: by a new line of the changed report, or by the
 * choice `open`. Leaves out a blocker that the same change marks as solved.
 * @param newest the report as it was before the change
 */
export function writtenAgain(
  { named, now }: { named: readonly Named[]; now: ReadonlyMap<string, string> },
  newest: Report | undefined,
  chosen: Chosen | undefined,
): WrittenAgain {
  if (!newest || newest.id !== chosen?.report) return undefined
  const nowOf = (id: string) => now.get(id) ?? id
  const idsOf = (state: BlockerChoice['state']) =>
    new Set(chosen.choices.flatMap((choice) => (choice.state === state ? nowOf(choice.id) : [])))
  const [had, solved, open] = [
    new Set(newest.lines.map((line) => nowOf(line.blocker_id))),
    idsOf('solved'),
    idsOf('open'),
  ]
  const ids = named.flatMap(({ report_id, blocker_id: id }) =>
    report_id === newest.id && !solved.has(id) && (!had.has(id) || open.has(id)) ? id : [],
  )
  return { day: newest.day, ids: new Set(ids) }
}

const ends: ReadonlySet<Act['kind']> = new Set(['resolved', 'reopened', 'issue-closed'])

/**
 * Moves an action that ended a blocker to the day before, if the day's report names the blocker again. The line then
 * reopens the blocker, as the line of a later report would. If the line is removed, the blocker is resolved again.
 */
export const beforeLine = <One extends Act>(act: One, again: WrittenAgain): One =>
  again?.ids.has(act.blocker_id) && ends.has(act.kind) && act.day >= again.day
    ? { ...act, day: dayBefore(again.day) }
    : act

export const dayBefore = (day: string) => new Date(Date.parse(day) - 24 * 60 * 60_000).toISOString().slice(0, 10)
