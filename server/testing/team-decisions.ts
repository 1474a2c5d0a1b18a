import * as fc from 'fast-check'
import {
  type Decision,
  follow,
  type Present,
  type Standing,
  type DecidedStanding,
} from '#server/features/team/member-decisions/policy.ts'

/**
 * The actions of an administrator on a member, each with its decision. Null means that the action does not decide about
 * this property. `leave` is the action of a member who leaves the team.
 */
export const acts = {
  name: { isActive: null, isAdmin: true },
  demote: { isActive: null, isAdmin: false },
  'shut out': { isActive: false, isAdmin: null },
  'let in': { isActive: true, isAdmin: null },
  'sign out': { isActive: null, isAdmin: null },
  leave: { isActive: false, isAdmin: false },
} as const satisfies Record<string, DecidedStanding>
export type Act = keyof typeof acts

/** One action. `by` and `of` are indexes into the list of members. */
export type Step = { by: number; of: number; act: Act }

/** Generates actions of some members on others. */
export const stepsOf = (by: number, actsOfThem: readonly Act[], of: number) =>
  fc.record({ by: fc.nat({ max: by }), of: fc.nat({ max: of }), act: fc.constantFrom(...actsOfThem) })

export const begin = new Date('2026-10-23T03:00:00Z')

type Member = Standing & { hasLeft: boolean }

/**
 * Simulates actions by the rules of the product: only active administrators may act, and the team keeps at least one.
 * @returns the allowed actions, the recorded decisions and the remaining members
 */
export function play(before: readonly Standing[], steps: readonly Step[]) {
  const members: Member[] = before.map((one) => ({ ...one, hasLeft: false }))
  const decisions: Decision[] = []
  const played: Step[] = []
  for (const step of steps) {
    const was = members[step.act === 'leave' ? step.by : step.of]!
    const actor = members[step.by]!
    if (actor.hasLeft || !actor.isActive || !actor.isAdmin || was.hasLeft) continue
    const of = step.act === 'leave' ? step.by : step.of
    const words =
      step.act === 'sign out'
        ? { isActive: was.isActive ? null : false, isAdmin: was.isAdmin ? null : false }
        : acts[step.act]
    const after = { ...follow(was, words), hasLeft: step.act === 'leave' }
    const keepsOne = members.with(of, after).some((one) => one.isActive && one.isAdmin)
    if (!keepsOne) continue
    const at = new Date(begin.getTime() + (decisions.length + 1) * 60_000)
    const standing = { isActive: was.isActive, isAdmin: was.isAdmin }
    decisions.push({ ...words, by: idOf(step.by), userId: idOf(of), was: standing, at })
    played.push(step)
    members[of] = after
  }
  const present: Present[] = members.flatMap(({ hasLeft, ...standing }, place) =>
    hasLeft ? [] : [{ ...standing, userId: idOf(place) }],
  )
  return { played, decisions, present }
}

export const idOf = (place: number) => `member ${place}`
