/** Whether a member is active, and whether they are an administrator. */
export type Standing = { isActive: boolean; isAdmin: boolean }

/** What a decision about a member sets. Null: the decision does not change this part. */
export type DecidedStanding = { isActive: boolean | null; isAdmin: boolean | null }

/**
 * A decision about a member.
 * @property by the deciding member; null: the operator
 * @property was the member's state before the decision
 * @property tokenCreatedAt the time when the directory's token was created, if the directory added the member
 * @property isByDirectory whether the directory decided, with a token of the member `by`
 * @property isDisowned whether the owner of the account `by` said "it was not me"
 */
export type Decision = DecidedStanding & {
  userId: string
  by: string | null
  was: Standing
  at: Date
  tokenCreatedAt?: Date | null
  isByDirectory?: boolean
  isDisowned?: boolean
}

/**
 * A password link that was used. Its user can act in the name of `userId` from then on.
 * @property madeBy the administrator who made the link
 */
type UsedPasswordLink = { userId: string; madeBy: string; madeAt: Date; usedAt: Date }

/** The history of a team's members since a moment, each part in chronological order. */
export type TeamHistory = { decisions: readonly Decision[]; passwordLinks: readonly UsedPasswordLink[] }

export type Present = Standing & { userId: string }

/**
 * A member in whose name an intruder acts from a moment on (E1.11): the owner of the account, an accomplice, or a member
 * whose password the intruder set with a password link. An accomplice counts from the moment of becoming one.
 */
export type ImpersonatedMember = { userId: string; from: Date }

/** Returns a member's state after a decision. A reactivated member is no administrator, unless the decision says so. */
export function follow(before: Standing, words: DecidedStanding): Standing {
  const isActive = words.isActive ?? before.isActive
  const isBack = isActive && !before.isActive
  return { isActive, isAdmin: words.isAdmin ?? (before.isAdmin && !isBack) }
}

type Judged = {
  /**
   * The decisions. `isUnrecognized`: made in the member's name, or with an administrator right that comes from such a
   * decision.
   */
  decisions: (Decision & { isUnrecognized: boolean })[]
  /** The state of each member (active, administrator) if the unrecognized decisions had not been made. */
  rightful: Map<string, Standing>
  /** The members whose password was set with a link that was made in the member's name or by an accomplice. */
  impersonated: ImpersonatedMember[]
}

/**
 * Separates unrecognized decisions from independent ones (E1.11). A decision is unrecognized in four cases:
 * - It was made in the member's name.
 * - It was made in the name of another member after an unrecognized password link for that member was used.
 * - Its maker would not be an active administrator without the unrecognized decisions.
 * - The owner of the maker's account has disowned it.
 *
 * All unrecognized decisions are ignored together, so that a later one cannot hide an earlier one.
 * @param actor the member, and the moment from which an intruder acted in the member's name
 * @param history from that moment on, perhaps with earlier decisions
 */
function judge(
  actor: ImpersonatedMember,
  { decisions, passwordLinks }: TeamHistory,
  present: readonly Present[],
): Judged {
  const rightful = new Map<string, Standing>(present.map((one) => [one.userId, one]))
  for (const { userId, was } of decisions.toReversed()) rightful.set(userId, was)
  const impersonatedSince = new Map([[actor.userId, actor.from]])
  const isIndependent = (by: string | null, at: Date) => {
    if (by === null) return true
    const since = impersonatedSince.get(by)
    if (since && at >= since) return false
    const standing = rightful.get(by)
    return standing !== undefined && standing.isActive && standing.isAdmin
  }
  const judgeLink = ({ userId, madeBy, madeAt, usedAt }: UsedPasswordLink) => {
    if (!isIndependent(madeBy, madeAt) && !impersonatedSince.has(userId)) impersonatedSince.set(userId, usedAt)
  }
  const links = [...passwordLinks]
  const judged = decisions.map((decision) => {
    while (links[0] && links[0].madeAt <= decision.at) judgeLink(links.shift()!)
    const isUnrecognized = decision.isDisowned === true || !isIndependent(decision.by, decision.at)
    if (!isUnrecognized) rightful.set(decision.userId, follow(rightful.get(decision.userId)!, decision))
    return { ...decision, isUnrecognized }
  })
  for (const link of links) judgeLink(link)
  impersonatedSince.delete(actor.userId)
  const impersonated = [...impersonatedSince].map(([userId, from]) => ({ userId, from }))
  return { decisions: judged, rightful, impersonated }
}

/**
 * The result of a recovery.
 * @property owner the member's state afterwards
 * @property accomplices the members whose administrator right comes from an unrecognized decision, and since when;
 *   included even if they lost this right again
 * @property removed the ids of administrators that lose the administrator right
 * @property added the ids of active members whom the directory added with a token of the intruder, and whom no
 *   independent administrator has activated
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
export function planRecovery(actor: ImpersonatedMember, history: TeamHistory, present: readonly Present[]): Recovery {
  const { decisions, rightful, impersonated } = judge(actor, history, present)
  const isRightful = (userId: string) => rightful.get(userId)?.isAdmin === true
  const now = present.find(({ userId }) => userId === actor.userId)
  const isActive = now?.isActive === true || rightful.get(actor.userId)?.isActive === true
  const accomplices = new Map<string, ImpersonatedMember>()
  for (const { userId, isAdmin, isUnrecognized, at } of decisions)
    if (isUnrecognized && isAdmin && userId !== actor.userId && !isRightful(userId) && !accomplices.has(userId))
      accomplices.set(userId, { userId, from: at })
  const doers = new Set([actor.userId, ...accomplices.keys(), ...impersonated.map(({ userId }) => userId)])
  const ofMember = Map.groupBy(decisions, ({ userId }) => userId)
  const isAdded = (userId: string) => {
    const theirs = ofMember.get(userId) ?? []
    const byTokenOfDoer = theirs.some(
      ({ by, isDisowned, tokenCreatedAt: at }) =>
        by !== null && at && (isDisowned || (doers.has(by) && at >= actor.from)),
    )
    return byTokenOfDoer && theirs.every((one) => one.isUnrecognized || one.isActive !== true)
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
    impersonated: isSafe ? impersonated : [],
    added: isSafe ? others.filter((one) => one.isActive && isAdded(one.userId)).map(({ userId }) => userId) : [],
    owner: { isActive, isAdmin },
    accomplices: isSafe ? [...accomplices.values()] : [],
    removed,
    hasOtherAdministrator,
  }
}
