import { setImmediate as nextTurn } from 'node:timers/promises'
import type { BlockerChoice } from '#contract/reports.ts'
import { linesOf } from '#contract/report-fields.ts'
import type { BlockerRow, BlockersSince, KnownBlocker, NewEvent } from '#server/db/blocker-tables.ts'
import { blockerLines, follow, type Named, type Report } from './following.ts'
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

/** `chosen`: the report with the choices that its author made in the rows of the form. */
export type Change = {
  from: string
  before?: { id: string; issues: string } | undefined
  chosen?: { report: string; choices: readonly BlockerChoice[] } | undefined
}

/**
 * Computes the blockers of a member after a change of their reports from a day on.
 * @param before the issues of the report as they were, if one was changed
 */
export async function recompute(
  { reports, blockers, acts }: Omit<BlockersSince, 'listeners'>,
  { from, before, chosen, newId }: Change & { newId: () => string },
): Promise<Recomputed> {
  const written = await inTurns(reports, ({ lines, ...report }) => {
    const texts = blockerLines(report.id === before?.id ? before.issues : report.issues)
    return { ...report, lines: lines.map((line) => ({ ...line, text: texts[line.line] ?? '' })) }
  })
  const known = new Map(blockers.map((blocker) => [blocker.id, blocker]))
  const past = written.filter(({ day }) => day < from)
  const later = written.slice(past.length)
  const linesNow = later.map((report) =>
    report.id === chosen?.report ? { ...report, lines: withChoices(report, chosen.choices, known) } : report,
  )
  const followed = await follow(
    linesNow,
    past.flatMap(({ lines }) => lines),
    {
      earlier: new Map(
        blockers.flatMap((blocker) => (blocker.named_before ? [[blocker.id, textBefore(blocker)]] : [])),
      ),
      acts: acts.filter(({ day }) => day >= (written[0]?.day ?? from)).toSorted(inOrder),
      newId,
    },
  )
  const moved = new Map(followed.acts.map((act) => [act.id, act]))
  const allActs = acts.map((act) => moved.get(act.id) ?? act)
  const namedBy = Map.groupBy(followed.named, ({ blocker_id }) => blocker_id)
  const days = written.map(({ day }) => day)
  const actsOn = Map.groupBy(allActs, ({ blocker_id }) => blocker_id)
  const ids = [...new Set([...known.keys(), ...namedBy.keys()])]
  const rows = (
    await inTurns(ids, (id) => {
      const row = rowOf(known.get(id), namedBy.get(id) ?? [])
      return row ? Object.assign(row, standingOf(row.last_day, actsOn.get(id) ?? [], days)) : []
    })
  ).flat()
  const namedIn = Map.groupBy(followed.named, ({ report_id }) => report_id)
  const compared = await inTurns(later, ({ id, day, lines }) => {
    const now = namedIn.get(id) ?? []
    const isSame = lines.every((line) =>
      now.some(
        (each) =>
          each.line === line.line &&
          each.blocker_id === line.blocker_id &&
          each.chosen === line.chosen &&
          line.day === day,
      ),
    )
    return isSame && lines.length === now.length ? [] : { id, named: now, hadAny: lines.length > 0 }
  })
  const stale = compared.flat()
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

/** Maps a list, and lets other requests run after every few items (E6.01). */
async function inTurns<From, To>(items: readonly From[], map: (item: From) => To): Promise<To[]> {
  const results: To[] = []
  for (const [index, item] of items.entries()) {
    if (index % 20 === 19) await nextTurn()
    results.push(map(item))
  }
  return results
}

const textBefore = ({ named_before: before, text }: KnownBlocker) =>
  (before && blockerLines(before.issues)[before.line]) ?? text

/** Returns the report's lines as they were, and before them those that are chosen for one of the member's blockers. */
function withChoices(
  { issues, lines }: Report,
  choices: readonly BlockerChoice[],
  known: ReadonlyMap<string, KnownBlocker>,
): Report['lines'] {
  const written = new Set(blockerLines(issues))
  const chosen = choices.flatMap(({ id, state, text: typed }) => {
    const [text = ''] = linesOf(typed)
    return state === 'open' && known.has(id) && written.has(text) ? { text, blocker_id: id, chosen: true } : []
  })
  return [...chosen, ...lines]
}

/** Returns where a blocker began and was named last, and its newest line; undefined if no report names it. */
function rowOf(known: KnownBlocker | undefined, named: readonly Named[]) {
  const [first, last] = [named[0], named.at(-1)]
  const before = known?.named_before
  if (!first || !last)
    return known && before
      ? { ...row(known), text: textBefore(known), last_day: before.day, report_id: before.report_id }
      : undefined
  const ends = { text: last.text, last_day: last.day, report_id: last.report_id }
  if (known && before) return { ...row(known), ...ends }
  return { ...(known ? row(known) : noIssue), id: first.blocker_id, first_day: first.day, ...ends }
}

const row = ({ named_before: _before, ...blocker }: KnownBlocker): BlockerRow => blocker

const isSame = (one: BlockerRow, other: BlockerRow | undefined) =>
  other !== undefined && (Object.keys(one) as (keyof BlockerRow)[]).every((name) => one[name] === other[name])
