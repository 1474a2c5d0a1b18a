import { limits } from '#contract/limits.ts'
import type { Try, TryAct, TryChange } from '#contract/tries.ts'
import { daysAfter } from '#contract/weeks.ts'

/** In the order in which it was done. `name`: null of whoever has left. */
export type TryEvent = { kind: TryAct; user_id: string | null; name: string | null; day: string }

type Decision = { kind: 'kept' | 'dropped' | 'again'; day: string }

/** Those that nobody has taken back. */
function decisionsOf(events: readonly TryEvent[]): Decision[] {
  const decisions: Decision[] = []
  for (const { kind, day } of events)
    if (kind === 'undone') decisions.pop()
    else if (kind !== 'taken' && kind !== 'released') decisions.push({ kind, day })
  return decisions
}

/** What a Try stands at. @param added the day on which it was */
export function tryOf(added: string, events: readonly TryEvent[]): Try {
  const hands = events.findLast(({ kind }) => kind === 'taken' || kind === 'released')
  const isThere = hands?.kind === 'taken' && hands.name !== null
  const decisions = decisionsOf(events)
  const last = decisions.at(-1)?.kind ?? 'again'
  const begun = decisions.findLast(({ kind }) => kind === 'again')?.day ?? added
  return {
    owner_id: isThere ? hands.user_id : null,
    owner_name: isThere ? hands.name : null,
    outcome: last === 'again' ? null : last,
    returns_on: daysAfter(begun, limits.tryLasts),
  }
}

/** What has to be written down: saying it twice is saying it once. @param today in the team's zone */
export function actsOf(
  before: Try,
  { owner_id, outcome }: TryChange,
  events: readonly TryEvent[],
  today: string,
): TryAct[] {
  const acts: TryAct[] = []
  if (owner_id !== undefined && owner_id !== before.owner_id) acts.push(owner_id === null ? 'released' : 'taken')
  if (outcome === null && decisionsOf(events).length > 0) acts.push('undone')
  const isSame =
    outcome === 'again'
      ? before.outcome === null && before.returns_on === daysAfter(today, limits.tryLasts)
      : outcome === before.outcome
  if (outcome && !isSame) acts.push(outcome)
  return acts
}
