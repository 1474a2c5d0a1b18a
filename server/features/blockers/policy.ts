import type { Blocker, BlockerAct, BlockerChange, Resolution, SettableState } from '#contract/blockers.ts'
import type { WebhookEvent } from '#contract/webhooks.ts'

/**
 * An action on a blocker: somebody took the blocker on, released, resolved or reopened it.
 * - `day`: the day of the author's newest report or of the last action, whichever is later
 * - `on`: the day of the action, in the author's time zone
 * - `at`: the time of the action
 */
export type Act = {
  id: string
  blocker_id: string
  kind: BlockerAct
  day: string
  on: string
  at: string
  user_id: string | null
}

/**
 * The state of a blocker after its actions. `resolved` with the resolution `unnamed`: the blocker is no longer
 * mentioned (E3.04).
 */
export type Standing = Pick<Blocker, 'owner_id' | 'reopened' | 'resolution' | 'resolved_by' | 'resolved_on'> & {
  state: SettableState
  last_day: string
}

/**
 * Returns the state of a blocker after its actions, in their order.
 *
 * - If a report names the blocker after it was resolved, the blocker is open again and counts as reopened.
 * - If the blocker is open and the author's next report does not name it, it is no longer mentioned.
 * @param named the day of the last report that names the blocker
 * @param days the days of the author's reports, ascending; days before `named` do not matter
 */
export function standingOf(named: string, acts: readonly Act[], days: readonly string[]): Standing {
  let owner: string | null = null
  let end: Act | undefined
  let reopened = false
  let last = named
  for (const act of acts.toSorted(inOrder)) {
    if (act.kind === 'taken') owner = act.user_id
    else if (act.kind === 'released') owner = null
    else if (act.kind === 'reopened') {
      reopened ||= end !== undefined
      end = undefined
      if (act.day > last) last = act.day
    } else {
      end = act
      if (act.day < named) reopened = true
    }
  }
  const standing = { owner_id: owner, reopened, last_day: last }
  const resolved = (resolution: Resolution, resolved_by: string | null, resolved_on: string) =>
    ({ ...standing, state: 'resolved', resolution, resolved_by, resolved_on }) as const
  if (end && end.day >= named)
    return end.kind === 'resolved' ? resolved('solved', end.user_id, end.on) : resolved('issue', null, end.on)
  const next = days.find((day) => day > last)
  if (next) return resolved('unnamed', null, next)
  return {
    ...standing,
    state: owner === null ? 'open' : 'acknowledged',
    resolution: null,
    resolved_by: null,
    resolved_on: null,
  }
}

/** Sorts by day, then by id: ids ascend with time and are unique. */
export const inOrder = (one: Act, other: Act) =>
  (one.day === other.day ? one.id < other.id : one.day < other.day) ? -1 : 1

/**
 * Returns the day for a new action. By this day, the action sorts after all earlier actions. The author's newest report
 * may be older than an earlier action, if a report was deleted or moved.
 */
export const dayOfNewAct = (newest: string, acts: readonly Act[]): string =>
  acts.reduce((last, { day }) => (day > last ? day : last), newest)

/** Returns the actions that a change needs. None if the blocker is already in the requested state. */
export function actsOf(
  { state, owner_id }: BlockerChange,
  now: Pick<Standing, 'state' | 'owner_id' | 'resolution'>,
  caller: string,
): BlockerAct[] {
  const hadEnded = now.state === 'resolved'
  const wasResolved = hadEnded && now.resolution !== 'unnamed'
  const endsNow = state ? state === 'resolved' : hadEnded && !owner_id
  const owner = owner_id !== undefined ? owner_id : ownerIn(state, now.owner_id, caller)
  return [
    ...(hadEnded && !endsNow ? (['reopened'] as const) : []),
    ...(owner === now.owner_id ? [] : [owner === null ? ('released' as const) : ('taken' as const)]),
    ...(state === 'resolved' && !wasResolved ? (['resolved'] as const) : []),
  ]
}

type Refusal = 'blocker_taken' | 'blocker_resolved' | 'blocker_changed'

/**
 * Returns why a change is refused; undefined if it is accepted.
 * - Taking on a blocker is refused if the blocker has another owner, or if it is resolved and the change does not
 *   reopen it.
 * - Any other change is accepted without `before`, or if the blocker still has the state and the owner of `before`.
 * - Otherwise, a change is refused if it would undo another member's action.
 * @param kinds the actions of the change
 */
export function refusalOf(
  change: BlockerChange,
  now: Pick<Standing, 'state' | 'owner_id' | 'resolution' | 'resolved_by'>,
  { kinds, caller }: { kinds: readonly BlockerAct[]; caller: string },
): Refusal | undefined {
  const isResolved = now.state === 'resolved' && now.resolution !== 'unnamed'
  const { state, owner_id: owner, before } = change
  if (isResolved && owner && state === undefined) return 'blocker_resolved'
  if (kinds.includes('taken') && now.owner_id !== null) return 'blocker_taken'
  const stateNow = now.resolution === 'unnamed' ? 'unmentioned' : now.state
  if (!before || (before.state === stateNow && before.owner_id === now.owner_id)) return undefined
  if (state === 'resolved' && isResolved) return now.resolved_by === caller ? undefined : 'blocker_resolved'
  const isCallersOwn = now.state === 'acknowledged' && now.owner_id === caller
  if (kinds.length === 0 || (state === 'resolved' && isCallersOwn)) return undefined
  return isResolved && before.state !== 'resolved' ? 'blocker_resolved' : 'blocker_changed'
}

function ownerIn(state: SettableState | undefined, owner: string | null, caller: string): string | null {
  if (state === 'open') return null
  return state === 'acknowledged' ? (owner ?? caller) : owner
}

/** How long a member can undo an action without a trace. The toast with the undo button is shown for the same time. */
const undoneWithinMs = 10_000

/**
 * Returns the member's actions of the last ten seconds that a change cancels (E3.04). Without these actions, the
 * blocker has the state that the change asks for. So neither these actions nor the change need to be stored.
 */
export function undoneBy(
  change: readonly Act[],
  { named, acts, days }: { named: string; acts: readonly Act[]; days: readonly string[] },
  { userId, now }: { userId: string | null; now: Date },
): Act[] {
  const done = acts.toSorted(inOrder)
  const wanted = standingOf(named, [...done, ...change], days)
  const isRecent = ({ at }: Act) => now.getTime() - Date.parse(at) <= undoneWithinMs
  for (let first = done.length - 1; first >= 0; first -= 1) {
    const act = done[first]!
    if (userId === null || act.user_id !== userId || !isRecent(act)) return []
    const standing = standingOf(named, done.slice(0, first), days)
    const isAsWanted =
      standing.state === wanted.state &&
      standing.owner_id === wanted.owner_id &&
      standing.resolution === wanted.resolution
    if (isAsWanted) return done.slice(first)
  }
  return []
}

/**
 * The most actions on a blocker that are stored between two reports of its author, because every reader loads all of
 * them.
 */
const actsMost = 50

/** Returns the oldest actions of a day beyond the maximum, except for the last change of the owner. */
export function outdatedActs(acts: readonly Act[], day: string): Act[] {
  const ofDay = acts.filter((act) => act.day === day).toSorted(inOrder)
  const owner = ofDay.findLast(({ kind }) => kind === 'taken' || kind === 'released')
  return ofDay.slice(0, -actsMost).filter((act) => act !== owner)
}

type Known = { id: string } & Pick<Standing, 'state' | 'resolution'>

/** Returns the events of a change: blockers that were opened, reopened, resolved or are no longer mentioned. */
export function blockerEventsOf(before: readonly Known[], after: readonly Known[]) {
  const known = new Map(before.map((blocker) => [blocker.id, eventOf(blocker)]))
  return after.flatMap((blocker) => {
    const [was, event] = [known.get(blocker.id), eventOf(blocker)]
    const isNews = was ? was !== event : event === 'blocker.opened'
    return isNews ? { id: blocker.id, event } : []
  })
}

function eventOf({ state, resolution }: Known): Extract<WebhookEvent, `blocker.${string}`> {
  if (state !== 'resolved') return 'blocker.opened'
  return resolution === 'unnamed' ? 'blocker.unmentioned' : 'blocker.resolved'
}
