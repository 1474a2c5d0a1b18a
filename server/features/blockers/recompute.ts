import type { BlockerChoice } from '#contract/reports.ts'
import { linesOf } from '#contract/report-fields.ts'
import type {
  BlockerRow,
  BlockersSince,
  KnownAct,
  KnownBlocker,
  LineKey,
  NewEvent,
  Restored,
} from '#server/db/schema/tables/blocker.ts'
import { blockerLines, follow, type Report } from './follow-lines.ts'
import { inOrder, standingOf } from './policy.ts'
import { lineToWaitAt, withLine } from './acts-of-lines.ts'
import { isSame, laterRowOf, leftRowOf, rowOf } from './blocker-rows.ts'
import { beforeLine, type Chosen, dayBefore, writtenAgain } from './written-again.ts'

/** The writes that make the stored blockers agree with the reports. */
export type Recomputed = {
  /** The reports with lines that now belong to other blockers. Their `named` events are replaced. */
  stale: string[]
  blockers: BlockerRow[]
  events: NewEvent[]
  /**
   * The actions that changed. An action changes if it gets another blocker, if its line was rewritten later, or if its
   * line was unknown and is now known.
   */
  acts: Pick<KnownAct, 'id' | 'blocker_id' | 'day' | 'about_report' | 'about_text'>[]
  /** The blockers that no report names. */
  orphans: string[]
  /** The blockers among `blockers` that no report names, but whose line the author may write again (E3.07). */
  left: ReadonlySet<string>
}

/**
 * A change of reports. `before`: the former issues text of each changed report; the stored events have its line
 * numbers.
 */
export type Change = {
  from: string
  before: readonly { id: string; issues: string }[]
  chosen?: Chosen | undefined
  restored?: Restored | undefined
}

/** Recomputes a member's blockers for one portion of the member's reports, from a changed day on. */
export async function recompute(
  { reports, former, blockers, acts, until, next }: Omit<BlockersSince, 'listeners'>,
  {
    from,
    before,
    chosen,
    restored,
    today,
    newId,
    otherRequests,
  }: Change & { today: string; newId: () => string; otherRequests: () => Promise<void> },
): Promise<Recomputed> {
  const inTurns = <From, To>(items: readonly From[], map: (item: From) => To) => mapInTurns(items, map, otherRequests)
  const issuesBefore = new Map(before.map(({ id, issues }) => [id, issues]))
  const waiting = blockers.filter(
    ({ is_left: isLeft, resolved_on: since }) => isLeft && (since ?? today) >= dayBefore(today),
  )
  const leftIn = Map.groupBy(waiting, ({ report_id: report }) => report)
  const meanwhile = new Map(restored?.meanwhile.map(({ blocker_id: id, ...place }) => [lineKey(place), id]))
  const written = await inTurns(reports, ({ lines, ...report }) => {
    const texts = blockerLines(issuesBefore.get(report.id) ?? report.issues)
    return {
      ...report,
      lines: lines.map((line) => ({
        ...line,
        text: texts[line.line] ?? '',
        meanwhile: meanwhile.get(lineKey({ report_id: report.id, line: line.line })),
      })),
      left: (leftIn.get(report.id) ?? []).map(({ id, text }) => ({ blocker_id: id, text })),
    }
  })
  const formerLines = new Map(await inTurns(former, ({ id, issues }) => [id, blockerLines(issues)] as const))
  const textBefore = ({ named_before: earlier, text }: KnownBlocker) =>
    (earlier && formerLines.get(earlier.report_id)?.[earlier.line]) ?? text
  const known = new Map(blockers.map((blocker) => [blocker.id, blocker]))
  const waitsNoMore = ({ blocker_id: id }: KnownAct) => known.get(id)?.is_left && !waiting.includes(known.get(id)!)
  const past = written.filter(({ day }) => day < from)
  const later = written.slice(past.length)
  const linesNow = later.map((report) =>
    report.id === chosen?.report ? { ...report, lines: withChoices(report, chosen.choices, known) } : report,
  )
  const followed = await follow(linesNow, past, {
    earlier: new Map(blockers.flatMap((blocker) => (blocker.named_before ? [[blocker.id, textBefore(blocker)]] : []))),
    acts: acts.filter(({ day }) => day >= (written[0]?.day ?? from) && (next === null || day < next)).toSorted(inOrder),
    about: acts.filter((act) => !waitsNoMore(act)),
    newId,
    otherRequests,
  })
  const isNamedLater = (id: string) => until !== null && (known.get(id)?.last_day ?? '') > until
  const moved = new Map(followed.acts.map((act) => [act.id, act]))
  const again = writtenAgain(followed, next === null ? later.at(-1) : undefined, chosen)
  const placed = new Map(restored?.acts.map(({ id, ...place }) => [id, lineKey(place)]))
  const blockerAt = new Map(followed.named.map((line) => [lineKey(line), line.blocker_id]))
  const allActs = acts.map((act) => {
    const said = followed.about.get(act.id) ?? blockerAt.get(placed.get(act.id) ?? '')
    if (said) return beforeLine({ ...act, blocker_id: said }, again)
    const id = isNamedLater(act.blocker_id) ? undefined : followed.now.get(act.blocker_id)
    return beforeLine(moved.get(act.id) ?? (id ? { ...act, blocker_id: id } : act), again)
  })
  const namedBy = Map.groupBy(followed.named, ({ blocker_id }) => blocker_id)
  const days = [...written.map(({ day }) => day), ...(next ? [next] : [])]
  const actsOn = Map.groupBy(allActs, ({ blocker_id }) => blocker_id)
  const ids = [...new Set([...known.keys(), ...namedBy.keys()])]
  const left = new Set<string>()
  const dayOf = new Map(written.map(({ id, day }) => [id, day]))
  const leftRow = (blocker: KnownBlocker | undefined) => {
    const own = actsOn.get(blocker?.id ?? '')
    const place = blocker && own && lineToWaitAt(blocker, dayOf, own)
    if (!place || (blocker.is_left && !waiting.includes(blocker))) return []
    left.add(blocker.id)
    return leftRowOf(blocker, place, today)
  }
  const rows = (
    await inTurns(ids, (id) => {
      if (isNamedLater(id)) return laterRowOf(known.get(id)!, namedBy.get(id)?.[0])
      const row = rowOf(known.get(id), namedBy.get(id) ?? [], textBefore)
      return row ? Object.assign(row, standingOf(row.last_day, actsOn.get(id) ?? [], days)) : leftRow(known.get(id))
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
    acts: allActs.flatMap(({ id, blocker_id, day }, index) => {
      const was = acts[index]!
      const about = withLine(was, isNamedLater(blocker_id) ? [] : (namedBy.get(blocker_id) ?? []))
      const isMoved = was.blocker_id !== blocker_id || was.day !== day || was.about_report !== about.about_report
      return isMoved && kept.has(blocker_id) ? Object.assign(about, { id, blocker_id, day }) : []
    }),
    orphans: blockers.flatMap(({ id }) => (kept.has(id) ? [] : id)),
    left,
  }
}

const lineKey = ({ report_id: report, line }: LineKey) => `${report} ${line}`

async function mapInTurns<From, To>(
  items: readonly From[],
  map: (item: From) => To,
  otherRequests: () => Promise<void>,
): Promise<To[]> {
  const results: To[] = []
  for (const item of items) {
    results.push(map(item))
    await otherRequests()
  }
  return results
}

/** Returns the report's lines before the change. Lines for the blockers that the member chose come first. */
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
