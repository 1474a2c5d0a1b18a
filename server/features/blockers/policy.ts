import type { Blocker, BlockerAct, BlockerChange, BlockerState, Resolution } from '#contract/blockers.ts'

/** `day`: of the newest report that its author had then; `on`: the author's day on which it was. */
export type Act = { id: string; blocker_id: string; kind: BlockerAct; day: string; on: string; user_id: string | null }

/** What a blocker has come to. */
export type Standing = Pick<
  Blocker,
  'state' | 'owner_id' | 'reopened' | 'resolution' | 'resolved_by' | 'resolved_on'
> & { last_day: string }

/**
 * What the acts, in their order, have made of a blocker that a report of `named` has named last. One that is named after it
 * was resolved is open again; one that stood and that the author's next report does not name any more has ended with it.
 * @param days of the author's reports, ascending; earlier ones than `named` do not matter
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
      end = undefined
      reopened = true
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

/** By day, and then as they were done: ids ascend with time, and no two acts have the same. */
export const inOrder = (one: Act, other: Act) =>
  (one.day === other.day ? one.id < other.id : one.day < other.day) ? -1 : 1

/** What a change comes to: nothing, where it says what is so already. */
export function actsOf(
  { state, owner_id }: BlockerChange,
  now: Pick<Standing, 'state' | 'owner_id'>,
  caller: string,
): BlockerAct[] {
  const wasResolved = now.state === 'resolved'
  const isResolved = state ? state === 'resolved' : wasResolved && !owner_id
  const owner = owner_id !== undefined ? owner_id : ownerIn(state, now.owner_id, caller)
  return [
    ...(wasResolved && !isResolved ? (['reopened'] as const) : []),
    ...(owner === now.owner_id ? [] : [owner === null ? ('released' as const) : ('taken' as const)]),
    ...(!wasResolved && isResolved ? (['resolved'] as const) : []),
  ]
}

function ownerIn(state: BlockerState | undefined, owner: string | null, caller: string): string | null {
  if (state === 'open') return null
  return state === 'acknowledged' ? (owner ?? caller) : owner
}

type Known = { id: string; state: BlockerState }

/** Which have been opened, for the first time or again, and which resolved. */
export function becameOf(before: readonly Known[], after: readonly Known[]) {
  const known = new Map(before.map(({ id, state }) => [id, state]))
  return after.flatMap(({ id, state }) => {
    const was = known.get(id)
    if (state === 'resolved') return was && was !== 'resolved' ? { id, event: 'blocker.resolved' as const } : []
    return !was || was === 'resolved' ? { id, event: 'blocker.opened' as const } : []
  })
}
