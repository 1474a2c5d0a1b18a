import type { MemberChange } from '#contract/member-setups.ts'
import type { User } from '#contract/users.ts'
import { requireAdministrator, requireAdministratorLeft } from '#server/access/administrators.ts'
import type { Scope } from '#server/access/scope.ts'
import { answering } from '#server/access/idempotency.ts'
import { isCheckViolation, type Db, withTeamTransaction } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import { confirmOwner } from '#server/access/credentials/operations.ts'
import { withdrawInvitations } from '#server/features/team/invitations/operations.ts'
import { follow, recordDecision } from '#server/features/team/member-decisions/operations.ts'
import { endLastingAccess } from '#server/features/team/lasting-access/operations.ts'
import { withdrawLinksMadeBy, withdrawPasswordLinks } from '#server/access/email-links/operations.ts'
import { stopAllSetups, stopSetups, alertOfStopped } from '#server/features/team/member-setups/operations.ts'
import { nameOf, alertAdministrators, alertOwner } from '#server/access/security-alerts/operations.ts'
import { endSessions } from '#server/access/sessions/operations.ts'
import { readMember } from '#server/db/accounts/user.ts'
import type { Actor } from '#server/providers/mail/write-mail.ts'
import type { Message } from '#server/providers/mail/mail.ts'
import type { Services } from '#server/services.ts'
import { lockMember, updateAdministratorUntil, selectHasDirectorysAddress, updateMember } from './sql.ts'

type Member = Pick<Scope, 'teamId' | 'userId' | 'writeKey' | 'writer'>
type Parts = Pick<Services, 'database' | 'now' | 'logEvent'>

/**
 * Changes a member. All administrators get an email if the change makes an administrator or reactivates a member.
 * @throws AppError admins_only, not_found, last_admin; reauthentication_required, sign_in_again: if the change makes an
 * administrator; company_names_administrators: the company's provider decides about administrators (N17.02);
 * address_unproven: the company's directory set the new administrator's address (N17.05)
 */
export async function changeMember(services: Services, scope: Scope, id: string, change: MemberChange): Promise<User> {
  requireAdministrator(scope)
  if (change.is_admin !== undefined && services.config.providers.oidc?.adminClaim)
    throw new AppError('company_names_administrators')
  if (change.is_admin) await confirmOwner(services, scope)
  const member = changedBy(scope, id)
  const within = async (db: Db, turned: Turned) => {
    if (turned.isOut && change.stop) await stopSetups(services, db, member, change.stop)
    if (turned.isNewAdministrator) return { mails: await alertOfAdministrator(services, db, scope, turned.after) }
    if (!turned.isBack) return { mails: [] }
    return {
      mails: await alertOfReturn(services, db, turned.after, { teamId: scope.teamId, by: await nameOf(db, scope) }),
    }
  }
  const check = async (db: Db) => {
    // The holder of the directory's token may have chosen this address, to get into an administrator's account.
    if (change.is_admin && (await selectHasDirectorysAddress(db, member))) throw new AppError('address_unproven')
  }
  const { after, mails } = await setMember(services, member, change, scope.userId, within, check)
  for (const mail of mails) services.sendMail(mail)
  return after
}

/**
 * Returns the member to change, with the caller and the idempotency key of the request. With the key, a repeated request
 * changes the member only once.
 */
const changedBy = ({ teamId, writer, writeKey }: Scope, userId: string): Member => ({
  teamId,
  userId,
  ...(writer && { writer }),
  ...(writeKey && { writeKey }),
})

/**
 * Creates the emails about a new administrator to all administrators. Only the caller's email has a link that undoes
 * the change.
 */
async function alertOfAdministrator(services: Services, db: Db, scope: Scope, { id }: User) {
  const named = { teamId: scope.teamId, userId: id }
  const about = { name: await nameOf(db, named), by: await nameOf(db, scope) }
  return [
    ...(await alertOwner(services, db, scope, 'administratorNamed', about)),
    ...(await alertAdministrators(services, db, scope, 'administratorNamed', { ...about, except: scope.userId })),
  ]
}

/**
 * Creates the emails about a reactivated member to all administrators, including the caller. A reactivation requires no
 * recent sign-in: a stranger at the caller's browser must not be able to reactivate somebody unnoticed.
 * @param doer `by`: the name of an administrator, or `actor`
 */
export async function alertOfReturn(
  services: Parameters<typeof alertAdministrators>[0],
  db: Db,
  { id: userId, email }: User,
  { teamId, ...doer }: Pick<Member, 'teamId'> & ({ by: string } | { actor: Actor }),
): Promise<Message[]> {
  const about = { name: await nameOf(db, { teamId, userId }), email, except: userId, ...doer }
  return alertAdministrators(services, db, { teamId }, 'memberReactivated', about)
}

/**
 * Signs a member out, revokes their tokens, replaces their calendar address and withdraws their pending invitations.
 * @throws AppError admins_only, not_found
 */
export async function endMemberSessions(services: Parts, scope: Scope, id: string): Promise<void> {
  requireAdministrator(scope)
  await signOutEverywhere(services, changedBy(scope, id), scope.userId)
}

/** The value of `by` for changes by the operator's command. */
export const operator = 'operator'

/**
 * The author of a change of a member, if the change is not an administrator's request. `name`: for the log. `memberId`:
 * the responsible member (E1.11); null for the operator, and for the company's directory and sign-in. `isDirectory`:
 * the directory decided, perhaps with a new token that this member made.
 */
export type Decider = { name: string; memberId: string | null; isDirectory?: true }

const deciderOf = (by: string | Decider): Decider =>
  typeof by === 'string' ? { name: by, memberId: by === operator ? null : by } : by

type Turned = { after: User; isOut: boolean; isBack: boolean; isNewAdministrator: boolean }

/**
 * Changes a member for an administrator, for the operator's command, or for the company's directory. Deactivating signs
 * the member out, revokes their access tokens, replaces their calendar address and withdraws their pending invitations
 * (E1.09). Reactivating restores none of this, and makes a plain member unless the change says otherwise.
 * @param decided the id of an administrator, `operator`, or another decider
 * @param within further work in the same transaction
 * @param check runs when the member is locked, before anything changes
 * @throws AppError not_found, last_admin
 */
export async function setMember<More extends object>(
  services: Parts,
  member: Member,
  change: MemberChange,
  decided: string | Decider,
  within: (db: Db, turned: Turned) => Promise<More>,
  check: (db: Db) => Promise<unknown> = async () => undefined,
): Promise<{ after: User } & More> {
  const { database, now, logEvent } = services
  const { name: by, memberId: byMember, isDirectory: byDirectory = false } = deciderOf(decided)
  const { before, turned, more } = await namingLastAdministrator(() =>
    withTeamTransaction(
      database,
      answering(member, (done: { turned: Turned }) => done.turned.after),
      async (db) => {
        const before = await locked(db, member)
        await check(db)
        const was = standingOf(before)
        const words = { isActive: change.is_active ?? null, isAdmin: change.is_admin ?? null }
        const { isActive: is_active, isAdmin: is_admin } = follow(was, words)
        const isToggled = is_active !== before.is_active
        const since = is_active ? null : now()
        await updateMember(db, member, {
          is_active,
          is_admin,
          deactivated_at: isToggled ? since : before.deactivated_at,
        })
        await recordDecision(db, member, { ...words, by: byMember, was, at: now(), isByDirectory: byDirectory })
        if (before.is_active && before.is_admin && !(is_active && is_admin)) {
          // A person who leaves the company must lose access at once, even if no other administrator has access.
          if (!byDirectory && !before.access_paused) await requireAdministratorLeft(db, member)
          await updateAdministratorUntil(db, member, now())
          await withdrawLinksMadeBy(db, member)
        }
        if (!is_active) {
          await endSessions(db, member, now())
          await endLastingAccess(db, member)
          await withdrawPasswordLinks(db, member)
          await withdrawInvitations(db, member, now())
        }
        const after = await readMember(db, member)
        const isBack = isToggled && is_active
        const isNewAdministrator = is_admin && (!before.is_admin || isBack)
        const turned = { after, isOut: isToggled && !is_active, isBack, isNewAdministrator }
        return { before, turned, more: await within(db, turned) }
      },
    ),
  )
  const { after } = turned
  if (before.is_active !== after.is_active)
    logEvent(after.is_active ? 'member_reactivated' : 'member_deactivated', member, { by })
  if (turned.isNewAdministrator) logEvent('administrator_made', member, { by })
  if (before.is_admin && !after.is_admin) logEvent('administrator_removed', member, { by })
  return { after, ...more }
}

/** @throws AppError not_found */
export async function signOutEverywhere({ database, now, logEvent }: Parts, member: Member, by: string): Promise<void> {
  await withTeamTransaction(database, answering(member), async (db) => {
    const was = standingOf(await locked(db, member))
    // Also records that the member was already deactivated or no administrator, so that no "it was not me" link changes
    // this.
    const words = { isActive: was.isActive ? null : false, isAdmin: was.isAdmin ? null : false }
    await recordDecision(db, member, { ...words, by: by === operator ? null : by, was, at: now() })
    await endSessions(db, member, now())
    await endLastingAccess(db, member)
    await withdrawInvitations(db, member, now())
  })
  logEvent('session_ended', member, { sessions: 'all', by })
}

/**
 * Deactivates or reactivates a member for the company's directory (N17.05). Stops what a deactivated member set up for
 * the team, and emails the administrators about that, because none of them could choose what to keep (E1.09).
 * @param work.check runs when the member is locked, before anything changes
 * @param work.store more work in the same transaction
 * @returns emails to send after the commit
 * @throws AppError not_found, last_admin
 */
export async function setByDirectory(
  services: Services,
  member: Pick<Member, 'teamId' | 'userId'>,
  isActive: boolean,
  decider: Decider,
  work: { check?: (db: Db) => Promise<unknown>; store: (db: Db) => Promise<Message[]> },
): Promise<Message[]> {
  const within = async (db: Db, { isBack, after }: Turned) => {
    const stopped = isActive ? [] : await stopAllSetups(services, db, member)
    const mails = await alertOfStopped(services, db, member, stopped)
    const about = { teamId: member.teamId, actor: 'directory' } as const
    if (isBack) mails.push(...(await alertOfReturn(services, db, after, about)))
    return { mails: [...mails, ...(await work.store(db))] }
  }
  const { mails } = await setMember(services, member, { is_active: isActive }, decider, within, work.check)
  return mails
}

const standingOf = ({ is_active, is_admin }: { is_active: boolean; is_admin: boolean }) => ({
  isActive: is_active,
  isAdmin: is_admin,
})

async function locked(db: Db, member: Member) {
  const found = await lockMember(db, member)
  if (!found) throw new AppError('not_found')
  return found
}

/** Turns the database's refusal into `last_admin`: every team must have an active administrator. */
async function namingLastAdministrator<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw isCheckViolation(error, 'users_last_admin') ? new AppError('last_admin') : error
  }
}
