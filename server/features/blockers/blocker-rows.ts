import type { BlockerRow, KnownBlocker } from '#server/db/schema/tables/blocker.ts'
import type { Named } from './follow-lines.ts'

const noIssue = { source: null, source_key: null, reference: null, url: null }

/**
 * Returns the row of a blocker: its first day, last report and newest line. Undefined if no report names the blocker.
 */
export function rowOf(
  known: KnownBlocker | undefined,
  named: readonly Named[],
  textBefore: (blocker: KnownBlocker) => string,
) {
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

/**
 * Returns the row of a blocker that a later report names. Reports are computed in portions, and the later report's
 * portion computes how the blocker ends.
 */
export const laterRowOf = (known: KnownBlocker, first: Named | undefined): BlockerRow =>
  first && !known.named_before ? { ...row(known), first_day: first.day } : row(known)

/**
 * Returns the row of a blocker that no report names. The row is kept, because the blocker's line may be written again.
 */
export const leftRowOf = (
  known: KnownBlocker,
  { day, ...place }: { report_id: string; text: string; day: string },
  today: string,
): BlockerRow => ({
  ...row(known),
  ...place,
  first_day: day,
  last_day: day,
  state: 'resolved',
  owner_id: null,
  reopened: false,
  resolution: 'unnamed',
  resolved_by: null,
  resolved_on: (known.is_left && known.resolved_on) || today,
})

const row = ({ named_before: _before, is_left: _left, ...blocker }: KnownBlocker): BlockerRow => blocker

export const isSame = (one: BlockerRow, other: BlockerRow | undefined) =>
  other !== undefined && (Object.keys(one) as (keyof BlockerRow)[]).every((name) => one[name] === other[name])
