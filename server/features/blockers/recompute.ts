import type { BlockerRow, BlockersSince, KnownBlocker, NewEvent } from '#server/db/blocker-tables.ts'
import { blockerLines, follow, type Named } from './following.ts'
import { type Act, inOrder, standingOf } from './policy.ts'

/** What has to be written for the blockers to be what the reports say. */
export type Recomputed = {
  /** Reports whose lines are other blockers than they were: what they named is named anew. */
  stale: string[]
  blockers: BlockerRow[]
  events: NewEvent[]
  /** What was done with a blocker that is another one now. */
  acts: Pick<Act, 'id' | 'blocker_id'>[]
  /** Those that no report names any more. */
  orphans: string[]
}

const noIssue = { source: null, source_key: null, reference: null, url: null }

/**
 * The blockers of a member after a change of their reports from a day on.
 * @param before the issues of the report as they were, where one was changed
 */
export function recompute(
  { reports, blockers, acts }: Omit<BlockersSince, 'listeners'>,
  { from, before, newId }: { from: string; before?: { id: string; issues: string } | undefined; newId: () => string },
): Recomputed {
  const written = reports.map(({ lines, ...report }) => {
    const texts = blockerLines(report.id === before?.id ? before.issues : report.issues)
    return { ...report, lines: lines.map((line) => ({ ...line, text: texts[line.line] ?? '' })) }
  })
  const past = written.filter(({ day }) => day < from)
  const later = written.slice(past.length)
  const known = new Map(blockers.map((blocker) => [blocker.id, blocker]))
  const followed = follow(
    later,
    past.flatMap(({ lines }) => lines),
    {
      earlier: new Map(blockers.flatMap(({ id, text, named_before }) => (named_before ? [[id, text]] : []))),
      acts: acts.filter(({ day }) => day >= (written[0]?.day ?? from)).toSorted(inOrder),
      newId,
    },
  )
  const moved = new Map(followed.acts.map((act) => [act.id, act]))
  const allActs = acts.map((act) => moved.get(act.id) ?? act)
  const namedBy = Map.groupBy(followed.named, ({ blocker_id }) => blocker_id)
  const days = written.map(({ day }) => day)
  const rows = [...new Set([...known.keys(), ...namedBy.keys()])].flatMap((id) => {
    const row = rowOf(known.get(id), namedBy.get(id) ?? [])
    const done = allActs.filter(({ blocker_id }) => blocker_id === id)
    return row ? Object.assign(row, standingOf(row.last_day, done, days)) : []
  })
  const stale = later.flatMap(({ id, day, lines }) => {
    const now = followed.named.filter(({ report_id }) => report_id === id)
    const isSame = lines.every((line) =>
      now.some((each) => each.line === line.line && each.blocker_id === line.blocker_id && line.day === day),
    )
    return isSame && lines.length === now.length ? [] : { id, named: now, hadAny: lines.length > 0 }
  })
  const kept = new Set(rows.map(({ id }) => id))
  return {
    stale: stale.flatMap(({ id, hadAny }) => (hadAny ? id : [])),
    blockers: rows.filter((row) => !isSame(row, known.get(row.id))),
    events: stale.flatMap(({ named }) =>
      named.map(({ text: _text, ...event }) => Object.assign({ id: newId(), kind: 'named' as const }, event)),
    ),
    acts: allActs.filter((act, index) => act.blocker_id !== acts[index]!.blocker_id && kept.has(act.blocker_id)),
    orphans: blockers.flatMap(({ id }) => (kept.has(id) ? [] : id)),
  }
}

/** Where a blocker began and was named last; undefined where no report names it. `last_day` is of that report alone. */
function rowOf(known: KnownBlocker | undefined, named: readonly Named[]) {
  const [first, last] = [named[0], named.at(-1)]
  const before = known?.named_before
  if (!first || !last)
    return known && before ? { ...row(known), last_day: before.day, report_id: before.report_id } : undefined
  const ends = { last_day: last.day, report_id: last.report_id }
  if (known && before) return { ...row(known), ...ends }
  return { ...(known ? row(known) : noIssue), id: first.blocker_id, text: first.text, first_day: first.day, ...ends }
}

const row = ({ named_before: _before, ...blocker }: KnownBlocker): BlockerRow => blocker

const isSame = (one: BlockerRow, other: BlockerRow | undefined) =>
  other !== undefined && (Object.keys(one) as (keyof BlockerRow)[]).every((name) => one[name] === other[name])
