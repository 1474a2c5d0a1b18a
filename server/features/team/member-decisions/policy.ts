/** Whether a member is active, and whether they are an administrator. */
export type Standing = { isActive: boolean; isAdmin: boolean }

/** What a decision about a member sets. Null: the decision does not change this part. */
export type DecidedStanding = { isActive: boolean | null; isAdmin: boolean | null }

/**
 * A decision about a member.
 * @property by the deciding member; null: the operator
 * @property was the member's state before the decision
 * @property tokenCreatedAt the time when the directory's token was created, if the directory added the member
 * @property isDisowned whether the owner of the account `by` said "it was not me"
 */
export type Decision = DecidedStanding & {
  userId: string
  by: string | null
  was: Standing
  at: Date
  tokenCreatedAt?: Date | null
  isDisowned?: boolean
}

export type Present = Standing & { userId: string }

/**
 * A member in whose name an intruder acts from a moment on (E1.11): the owner of the account, or an accomplice. An
 * accomplice counts from the moment of becoming one.
 */
export type ImpersonatedMember = { userId: string; from: Date }

/** Returns a member's state after a decision. A reactivated member is no administrator, unless the decision says so. */
export function follow(before: Standing, words: DecidedStanding): Standing {
  const isActive = words.isActive ?? before.isActive
  const isBack = isActive && !before.isActive
  return { isActive, isAdmin: words.isAdmin ?? (before.isAdmin && !isBack) }
}

type Judged = {
  /** The decisions. `isUnrecognized`: made in the member's name, or with a right that comes from such a decision. */
  decisions: (Decision & { isUnrecognized: boolean })[]
  /** The state of each member (active, administrator) if the unrecognized decisions had not been made. */
  rightful: Map<string, Standing>
}

/**
 * Separates unrecognized decisions from independent ones (E1.11). A decision is unrecognized in three cases:
 * - It was made in the member's name.
 * - Its maker would not be an active administrator without the unrecognized decisions.
 * - The owner of the maker's account has disowned it.
 *
 * All unrecognized decisions are ignored together, so that a later one cannot hide an earlier one.
 * @param actor the member, and the moment from which an intruder acted in the member's name
 * @param decisions those from that moment on, in order, perhaps with earlier ones
 */
function judge(actor: ImpersonatedMember, decisions: readonly Decision[], present: readonly Present[]): Judged {
  const rightful = new Map<string, Standing>(present.map((one) => [one.userId, one]))
  for (const { userId, was } of decisions.toReversed()) rightful.set(userId, was)
  const isIndependent = ({ by, at, isDisowned }: Decision) => {
    if (isDisowned || (by === actor.userId && at >= actor.from)) return false
    if (by === null) return true
    const standing = rightful.get(by)
    return standing !== undefined && standing.isActive && standing.isAdmin
  }
  const judged = decisions.map((decision) => {
    const isUnrecognized = !isIndependent(decision)
    if (!isUnrecognized) rightful.set(decision.userId, follow(rightful.get(decision.userId)!, decision))
    return { ...decision, isUnrecognized }
  })
  return { decisions: judged, rightful }
}

/**
 * The result of a recovery.
 * @property owner the member's state afterwards
 * @property accomplices the members whose right comes from an unrecognized decision, and since when; included even if
 *   they lost the right again
 * @property removed the ids of administrators who lose the right
 * @property added the ids of active members whom the directory added by a token of the member or an accomplice, and
 *   about whom nobody independent has decided
 * @property hasOtherAdministrator whether another rightful administrator is left
 */
export type Recovery = Judged & {
  owner: Standing
  accomplices: ImpersonatedMember[]
  removed: string[]
  added: string[]
  hasOtherAdministrator: boolean
}

/**
 * Decides how "it was not me" changes access and administrator rights in the team. The team keeps an active
 * administrator: if no rightful one is left, the member becomes one.
 */
export function planRecovery(
  actor: ImpersonatedMember,
  all: readonly Decision[],
  present: readonly Present[],
): Recovery {
  const { decisions, rightful } = judge(actor, all, present)
  const isRightful = (userId: string) => rightful.get(userId)?.isAdmin === true
  const now = present.find(({ userId }) => userId === actor.userId)
  const isActive = now?.isActive === true || rightful.get(actor.userId)?.isActive === true
  const accomplices = new Map<string, ImpersonatedMember>()
  for (const { userId, isAdmin, isUnrecognized, at } of decisions)
    if (isUnrecognized && isAdmin && userId !== actor.userId && !isRightful(userId) && !accomplices.has(userId))
      accomplices.set(userId, { userId, from: at })
  const isDoer = (by: string | null) => by === actor.userId || (by !== null && accomplices.has(by))
  const ofMember = Map.groupBy(decisions, ({ userId }) => userId)
  const isAdded = (userId: string) => {
    const theirs = ofMember.get(userId) ?? []
    const byTokenOfDoer = theirs.some(({ by, tokenCreatedAt: at }) => isDoer(by) && at && at >= actor.from)
    return byTokenOfDoer && theirs.every((one) => one.isUnrecognized)
  }
  const strangers = present.filter(({ userId, isAdmin }) => isAdmin && !isRightful(userId)).map(({ userId }) => userId)
  const others = present.filter(({ userId }) => userId !== actor.userId)
  const hasOtherAdministrator = others.some((one) => one.isActive && one.isAdmin && isRightful(one.userId))
  const isOnlyOne = !hasOtherAdministrator && isActive && strangers.length > 0
  const isAdmin = isRightful(actor.userId) || isOnlyOne
  const isSafe = hasOtherAdministrator || (isActive && isAdmin)
  const removed = isSafe ? strangers.filter((userId) => userId !== actor.userId || !isAdmin) : []
  return {
    decisions,
    rightful,
    added: isSafe ? others.filter((one) => one.isActive && isAdded(one.userId)).map(({ userId }) => userId) : [],
    owner: { isActive, isAdmin },
    accomplices: isSafe ? [...accomplices.values()] : [],
    removed,
    hasOtherAdministrator,
  }
}
