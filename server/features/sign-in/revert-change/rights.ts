import type { UnrecognizedChange } from '#contract/not-me.ts'
import { type Decision, follow, type readRecovery } from '#server/features/team/member-decisions/operations.ts'

type Row = Omit<UnrecognizedChange, 'at'> & { at: Date }
type Recovery = Awaited<ReturnType<typeof readRecovery>>

/**
 * Lists the changes of access and administrator rights in the team that a recovery undoes, and those that it keeps
 * (E1.11).
 */
export function listRights(userId: string, recovery: Recovery): Row[] {
  return recovery.present.flatMap((member) =>
    member.userId === userId ? ofOwner(member, recovery) : ofOther(member, recovery),
  )
}

type Present = Recovery['present'][number]

function ofOwner({ userId, name, isActive, isAdmin }: Present, { decisions, owner, removed }: Recovery): Row[] {
  const own = decisions.filter((one) => one.userId === userId)
  return [
    ...row(own.findLast(deactivates), !isActive, { kind: 'own-account', name: '', is_undone: owner.isActive }),
    ...row(own.findLast(endsRight), !isAdmin, { kind: 'own-right', name: '', is_undone: owner.isAdmin }),
    ...row(own.findLast(gives), removed.includes(userId), { kind: 'administrator', name, is_undone: true }),
  ]
}

function ofOther({ userId, name, isActive, isAdmin }: Present, recovery: Recovery): Row[] {
  const { added, decisions, rightful, removed } = recovery
  const theirs = decisions.filter((one) => one.userId === userId)
  const unrecognized = theirs.filter((one) => one.isUnrecognized)
  const right = rightful.get(userId)
  const lastTurn = theirs.findLast((one) => !one.tokenCreatedAt && (deactivates(one) || activates(one)))
  const isLetIn = isActive && lastTurn?.isUnrecognized === true
  return [
    ...row(unrecognized.findLast(deactivates), !isActive && right?.isActive === true, {
      kind: 'deactivated',
      name,
      is_undone: false,
    }),
    ...row(theirs.find(adds), added.includes(userId), { kind: 'added', name, is_undone: true }),
    ...row(lastTurn, isLetIn, { kind: 'let-in', name, is_undone: false }),
    ...row(unrecognized.findLast(endsRight), !isAdmin && right?.isAdmin === true, {
      kind: 'administrator-removed',
      name,
      is_undone: false,
    }),
    ...row(unrecognized.findLast(gives), removed.includes(userId), { kind: 'administrator', name, is_undone: true }),
  ]
}

const row = (decision: Decision | undefined, isSo: boolean, about: Omit<Row, 'at'>): Row[] =>
  isSo && decision ? [{ at: decision.at, ...about }] : []

const deactivates = (one: Decision) => one.was.isActive && !follow(one.was, one).isActive
const activates = (one: Decision) => !one.was.isActive && follow(one.was, one).isActive
const endsRight = (one: Decision) => one.was.isAdmin && !follow(one.was, one).isAdmin
const adds = (one: Decision) => Boolean(one.tokenCreatedAt)
const gives = (one: Decision) => one.isAdmin === true
