import { limits } from '#contract/limits.ts'
import type { Try, TryAct, TryChange } from '#contract/tries.ts'
import { daysAfter } from '#contract/weeks.ts'

/** An event of a Try. `name`: null if the member has left or is deactivated. */
export type TryEvent = { kind: TryAct; user_id: string | null; name: string | null; day: string }

type Decision = { kind: 'kept' | 'dropped' | 'again' }

/** Returns the decisions that were not undone. */
function decisionsOf<Event extends TryEvent>(events: readonly Event[]): (Event & Decision)[] {
  const decisions: (Event & Decision)[] = []
  for (const event of events)
    if (event.kind === 'undone') decisions.pop()
    else if (isDecision(event)) decisions.push(event)
  return decisions
}

const isDecision = <Event extends TryEvent>(event: Event): event is Event & Decision =>
  ['kept', 'dropped', 'again'].includes(event.kind)

const isOfOwner = ({ kind }: TryEvent) => kind === 'taken' || kind === 'released'

/**
 * How many decisions can be undone one after the other. Without a limit, the number of events that each reader loads
 * would grow.
 */
const decisionsMost = 10

/** Returns the events that are no longer needed: neither for the state of the Try, nor to undo its last decisions. */
export function outdatedEvents<Event extends TryEvent>(events: readonly Event[]): Event[] {
  const decisions = decisionsOf(events)
  const needed = new Set([
    ...decisions.slice(-decisionsMost),
    decisions.slice(0, -decisionsMost).findLast(({ kind }) => kind === 'again'),
    events.findLast(isOfOwner),
  ])
  return events.filter((event) => !needed.has(event))
}

/** Returns the current state of a Try. @param added the day on which the Try was added */
export function tryOf(added: string, events: readonly TryEvent[]): Try {
  const hands = events.findLast(isOfOwner)
  const isThere = hands?.kind === 'taken' && hands.name !== null
  const decisions = decisionsOf(events)
  const last = decisions.at(-1)?.kind ?? 'again'
  const begun = decisions.findLast(({ kind }) => kind === 'again')?.day ?? added
  return {
    owner_id: isThere ? hands.user_id : null,
    owner_name: isThere ? hands.name : null,
    outcome: last === 'again' ? null : last,
    returns_on: daysAfter(begun, limits.tryReturnsAfterDays),
  }
}

/** Returns the events to store. A repeated change adds no event. @param today in the team's zone */
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
      ? before.outcome === null && before.returns_on === daysAfter(today, limits.tryReturnsAfterDays)
      : outcome === before.outcome
  if (outcome && !isSame) acts.push(outcome)
  return acts
}
