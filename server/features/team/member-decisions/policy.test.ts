import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Act, begin, idOf, play, type Step, stepsOf } from '#server/testing/team-decisions.ts'
import { planRecovery, type Present } from './policy.ts'

const [owner, boss] = [0, 1]
const administrator = { isActive: true, isAdmin: true }
const plain = { isActive: true, isAdmin: false }
/** The owner, in whose session an intruder acts, an independent administrator, and four possible accomplices. */
const members = [administrator, administrator, plain, plain, plain, plain]
const everyAct: Act[] = ['name', 'demote', 'shut out', 'let in', 'sign out', 'leave']

/** Runs the steps, and plans the recovery. Returns the plan, and the state of all members after it. */
function recovered(steps: readonly Step[]) {
  const { played, decisions, present } = play(members, steps)
  const plan = planRecovery({ userId: idOf(owner), from: begin }, { decisions, passwordLinks: [] }, present)
  const after = new Map<string, Present>()
  for (const one of present) {
    const standing = one.userId === idOf(owner) ? plan.owner : one
    const isAdmin = standing.isAdmin && !plan.removed.includes(one.userId)
    after.set(one.userId, { userId: one.userId, isActive: standing.isActive, isAdmin })
  }
  return { played, plan, present, after }
}

const of = (after: Map<string, Present>, place: number) => {
  const { isActive, isAdmin } = after.get(idOf(place)) ?? { isActive: false, isAdmin: false }
  return { isActive, isAdmin }
}

/**
 * Generates steps of an intruder who acts as the owner. The owner does not leave, because that would end their link.
 */
const unrecognized = fc
  .array(stepsOf(5, everyAct, 5), { maxLength: 24 })
  .map((steps) => steps.filter(({ by, act }) => by !== boss && !(by === owner && act === 'leave')))

test('a recovery makes the owner an administrator again, and no accomplice stays one (E1.11)', () => {
  fc.assert(
    fc.property(unrecognized, (steps) => {
      const { after } = recovered(steps)
      expect(of(after, owner)).toEqual(administrator)
      for (const accomplice of [2, 3, 4, 5]) expect(of(after, accomplice).isAdmin).toBe(false)
    }),
    { numRuns: 3000 },
  )
})

const sober = stepsOf(0, ['demote', 'shut out', 'let in', 'sign out'], 5)
  .map(({ of: whom, act }): Step => ({ by: boss, of: whom, act }))
  .filter((step) => step.of !== boss)

test('an independent administrator’s last decision counts, even if it changed nothing (E1.11)', () => {
  fc.assert(
    fc.property(unrecognized, fc.array(fc.tuple(fc.nat({ max: 24 }), sober), { maxLength: 6 }), (steps, words) => {
      const mixed = words.reduce((all, [at, step]) => all.toSpliced(at, 0, step), steps)
      const { played, after, present } = recovered(mixed)
      const last = (place: number, ...kinds: Act[]) =>
        played.findLast((one) => one.by === boss && one.of === place && kinds.includes(one.act))?.act
      // Without the independent administrator, the following rules do not hold: the owner or an accomplice stays an
      // administrator, so that the team has one.
      const bossNow = present.find(({ userId }) => userId === idOf(boss))
      if (!bossNow?.isActive || !bossNow.isAdmin) return
      for (const place of [2, 3, 4, 5]) expect(of(after, place).isAdmin).toBe(false)
      if (last(owner, 'shut out', 'let in') === 'shut out') expect(isBack(present, after)).toBe(false)
      if (last(owner, 'demote') === 'demote') expect(of(after, owner).isAdmin).toBe(false)
      if (last(owner, 'demote', 'shut out', 'sign out') === undefined) expect(of(after, owner)).toEqual(administrator)
    }),
    { numRuns: 3000 },
  )
})

const isBack = (present: Present[], after: Map<string, Present>) =>
  of(after, owner).isActive && present.find(({ userId }) => userId === idOf(owner))?.isActive === false

test('a member keeps the administrator right if an independent administrator gave it last (E1.11)', () => {
  fc.assert(
    fc.property(unrecognized, fc.integer({ min: 2, max: 5 }), (steps, place) => {
      const { played, after } = recovered([...steps, { by: boss, of: place, act: 'name' }])
      if (played.at(-1)?.by === boss) expect(of(after, place).isAdmin).toBe(true)
    }),
    { numRuns: 2000 },
  )
})

test('a team keeps an active administrator after a recovery from any decisions', () => {
  fc.assert(
    fc.property(fc.array(stepsOf(5, everyAct, 5), { maxLength: 24 }), (steps) => {
      const { after } = recovered(steps)
      if (!after.has(idOf(owner))) return
      expect([...after.values()].some((one) => one.isActive && one.isAdmin)).toBe(true)
    }),
    { numRuns: 3000 },
  )
})

test('every member who got the administrator right by an intruder’s decision is an accomplice', () => {
  const { plan } = recovered([
    { by: owner, of: 2, act: 'name' },
    { by: 2, of: 3, act: 'name' },
    { by: owner, of: 2, act: 'demote' },
    { by: owner, of: 2, act: 'name' },
    { by: 3, of: owner, act: 'demote' },
    { by: 2, of: 2, act: 'leave' },
  ])
  expect(plan.accomplices.map(({ userId }) => userId)).toEqual([idOf(2), idOf(3)])
  expect(plan.removed).toEqual([idOf(3)])
})

test('the owner becomes an administrator if accomplices took the administrator right from all others', () => {
  const { after } = recovered([
    { by: owner, of: 2, act: 'name' },
    { by: boss, of: owner, act: 'demote' },
    { by: 2, of: boss, act: 'demote' },
  ])
  expect(of(after, owner).isAdmin).toBe(true)
  expect(of(after, 2).isAdmin).toBe(false)
})

test('a recovery does not trust a deactivated administrator whom an accomplice reactivated', () => {
  const { after } = recovered([
    { by: boss, of: 3, act: 'name' },
    { by: owner, of: 2, act: 'name' },
    { by: boss, of: 3, act: 'shut out' },
    { by: 2, of: 3, act: 'let in' },
    { by: 2, of: 3, act: 'name' },
    { by: 3, of: 4, act: 'name' },
  ])
  expect(of(after, 4).isAdmin).toBe(false)
})

test('an independent administrator is no accomplice even if an intruder demotes and reappoints that member', () => {
  const { plan } = recovered([
    { by: owner, of: boss, act: 'demote' },
    { by: owner, of: boss, act: 'name' },
  ])
  expect(plan).toMatchObject({ accomplices: [], removed: [] })
})

const aMinute = 60_000 // milliseconds
const added = (by: number, userId: number, tokenMinute: number, atMinute: number) => ({
  by: idOf(by),
  userId: idOf(userId),
  isActive: true,
  isAdmin: null,
  was: { isActive: false, isAdmin: false },
  at: new Date(begin.getTime() + atMinute * aMinute),
  tokenCreatedAt: new Date(begin.getTime() + tokenMinute * aMinute),
})

test('a recovery lists the members whom the directory added with a token of the intruder', () => {
  const confirms = { ...added(boss, 3, 0, 5), tokenCreatedAt: null }
  const decisions = [added(owner, 2, 1, 2), added(owner, 3, 1, 3), added(owner, 4, -1, 4), confirms]
  const { present } = play(members, [])
  expect(planRecovery({ userId: idOf(owner), from: begin }, { decisions, passwordLinks: [] }, present).added).toEqual([
    idOf(2),
  ])
})
