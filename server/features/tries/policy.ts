import { limits } from '#contract/limits.ts'
import type { Try, TryAct, TryChange } from '#contract/tries.ts'
import { daysAfter } from '#contract/weeks.ts'

/** In the order in which it was done. `name`: null of whoever has left. */
export type TryEvent = { kind: TryAct; user_id: string | null; name: string | null; day: string }

type Decision = { kind: 'kept' | 'dropped' | 'again'; day: string }

/** What a Try stands at. @param added the day on which it was */
export function tryOf(added: string, events: readonly TryEvent[]): Try {
  let owner: TryEvent | undefined
  const decisions: Decision[] = []
  for (const event of events) {
    const { kind, day } = event
    if (kind === 'taken') owner = event
    else if (kind === 'released') owner = undefined
    else if (kind === 'undone') decisions.pop()
    else decisions.push({ kind, day })
  }
  const last = decisions.at(-1)?.kind ?? 'again'
  const begun = decisions.findLast(({ kind }) => kind === 'again')?.day ?? added
  const isThere = owner?.name != null
  return {
    owner_id: isThere ? owner!.user_id : null,
    owner_name: isThere ? owner!.name : null,
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
  const isDecided = events.some(({ kind }) => kind === 'kept' || kind === 'dropped' || kind === 'again')
  if (outcome === null && isDecided) acts.push('undone')
  const isSame =
    outcome === 'again' ? before.returns_on === daysAfter(today, limits.tryLasts) : outcome === before.outcome
  if (outcome && (!isSame || (outcome === 'again' && before.outcome !== null))) acts.push(outcome)
  return acts
}
