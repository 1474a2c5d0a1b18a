import { providers, type SignInProvider } from '#contract/providers.ts'
import type { Tokens } from '#contract/sessions.ts'
import { emailKey } from '#server/access/email-address/email-key.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Sender } from '#server/access/attempts/sender.ts'
import { type Db, withEveryTeamTransaction, withTeamTransaction } from '#server/db/database.ts'
import { updatePicture } from '#server/db/accounts/picture.ts'
import { AppError } from '#server/errors.ts'
import { findInvitation, joinVouched } from '#server/features/sign-in/accept-invitation/operations.ts'
import { saveConnection } from '#server/features/account/linked-accounts/operations.ts'
import { findSecret } from '#server/access/provider-secrets/operations.ts'
import { sendNotices } from '#server/access/new-member-alerts/operations.ts'
import { alertOwner } from '#server/access/security-alerts/operations.ts'
import { addMember, maySignUpMail } from '#server/features/sign-in/registration/operations.ts'
import { startSession } from '#server/access/sessions/operations.ts'
import {
  claimAddress,
  forProvenOwner,
  proveIfOwn,
  releaseInUse,
} from '#server/features/sign-in/unproven-addresses/operations.ts'
import { translateTakenEmail } from '#server/access/email-address/operations.ts'
import type { Services } from '#server/services.ts'
import { checkNewcomer, isOfStranger, joinsElsewhere, provesAddress, type Visit } from './new-member.ts'
import { outcomeOf } from './policy.ts'
import * as signIns from './sql.ts'

type Member = { teamId: string; userId: string }
type Names = { first_name: string; family_name: string; preferred_name: string }

/** The person who has signed in at a provider. */
export type Identity = {
  provider: SignInProvider
  /** The key of the person, from `subjectOf`. */
  subject: string
  /** The issuer and `sid` of the session at the operator's own provider, if the provider names one. */
  companySession?: string
  /** A name of the account at the provider that the person recognizes. */
  account: string
  username: string
  avatarUrl: string | null
  email: string | undefined
  /** Whether the provider has verified that the email belongs to this person. */
  isVouched: boolean
  /** Returns the grant to store. `earlier`: what the same person has granted before. */
  grant?: (earlier: unknown) => unknown
}

/**
 * Updates the data from the provider, and returns the member of this identity.
 * @returns undefined if the person has no account yet, or joins another team than that of an account which never proved
 *   their address
 * @throws AppError account_inactive, connect_after_login, invitation_cancelled
 */
export async function findMember(services: Services, identity: Identity, visit: Visit): Promise<Member | undefined> {
  const { email } = identity
  if (email !== undefined && (await joinsElsewhere(services, { ...identity, email }, visit))) return undefined
  const found = await withEveryTeamTransaction(services.database, async (db) => {
    const connected = await signIns.selectBySubject(db, identity.provider, identity.subject)
    const sameEmail =
      !connected && identity.email !== undefined ? await signIns.selectByEmail(db, emailKey(identity.email)) : undefined
    const isConnected =
      sameEmail !== undefined &&
      (await signIns.isConnected(db, { teamId: sameEmail.team_id, userId: sameEmail.id }, identity))
    const outcome = outcomeOf({
      connected,
      sameEmail: sameEmail && { ...sameEmail, isConnected },
      isVouched: identity.isVouched,
      isCompany: identity.provider === 'oidc',
    })
    if (outcome === 'newcomer') return undefined
    const { team_id: teamId, id: userId } = (connected ?? sameEmail)!
    const member = { teamId, userId }
    if (outcome !== 'sign in' && outcome !== 'link' && outcome !== 'claim') {
      services.logEvent('sign_in_refused', member, { way: identity.provider, reason: outcome })
      throw new AppError(outcome)
    }
    if (outcome === 'claim') await claimAddress(services, db, member)
    const mails = outcome === 'sign in' ? [] : await alertOfAccount(services, db, member, identity)
    await keep(services, db, member, identity, outcome === 'sign in')
    return { member, isLinked: outcome !== 'sign in', mails }
  })
  if (found?.isLinked) logConnected(services, found.member, identity)
  for (const mail of found?.mails ?? []) services.sendMail(mail)
  return found?.member
}

/**
 * Returns a check that the provider's account was not disconnected during the sign-in.
 * @throws AppError connect_after_login
 */
export const requireConnected = (member: Member, identity: Identity) => async (db: Db) => {
  if (!(await signIns.isConnected(db, member, identity))) throw new AppError('connect_after_login')
}

/** Connects the person at the provider to the caller's account. @throws AppError account_elsewhere */
export async function connect(services: Services, scope: Scope, identity: Identity): Promise<void> {
  const mails = await withTeamTransaction(services.database, scope, async (db) => {
    const known = await signIns.selectBySubject(db, identity.provider, identity.subject)
    const notices = known?.id === scope.userId ? [] : await alertOfAccount(services, db, scope, identity)
    await keep(services, db, scope, identity, false)
    return notices
  })
  logConnected(services, scope, identity)
  for (const mail of mails) services.sendMail(mail)
}

const logConnected = ({ logEvent }: Services, member: Member, { provider }: Identity) =>
  logEvent('account_connected', member, { provider })

const alertOfAccount = (services: Services, db: Db, member: Member, { provider }: Identity) =>
  alertOwner(services, db, member, 'accountConnected', {
    provider: (provider === 'oidc' ? services.config.providers.oidc : providers[provider])!.name,
  })

/**
 * Signs in the person from a provider. Creates the account if it is missing.
 * @throws AppError account_inactive, connect_after_login, and those of `createMember`
 */
export async function signInOrUp(
  services: Services,
  identity: Identity,
  more: Sender & Visit & { names: Names },
): Promise<Tokens> {
  const known = await findMember(services, identity, more)
  const { email, isVouched, provider, companySession } = identity
  if (known) return startSession(services, known, provider, requireConnected(known, identity), companySession)
  // GitHub also returns unverified addresses.
  if (email === undefined || (provider === 'github' && !isVouched)) throw new AppError('email_unverified')
  const member = await createMember(services, { ...identity, email }, more)
  return startSession(services, member, provider, undefined, companySession)
}

/**
 * Creates an account for a person from a provider. A person from the company's own provider with an invitation gets an
 * account even if sign-up is closed (E1.17).
 * @param more.invitation the invitation of the page that the person came from, or their choice, as in `SignInBegin`
 * @param more.address the caller's IP address, for counting attempts
 * @param more.within further work in the same transaction
 * @throws AppError sign_up_closed, email_domain_refused, email_unverified, email_taken, account_elsewhere,
 * invitation_cancelled, too_many_attempts
 */
export async function createMember(
  services: Services,
  identity: Identity & { email: string },
  more: Sender & {
    names: Names
    invitation?: string | undefined
    within?: (db: Db, member: Member) => Promise<unknown>
  },
): Promise<Member> {
  const { attempts, database, sendMail } = services
  const invitation =
    provesAddress(identity) && (identity.provider === 'oidc' || more.invitation !== undefined)
      ? await findInvitation(services, identity.email, more.invitation)
      : undefined
  if (!invitation) await checkNewcomer(services, identity)
  await attempts.signUp(more.address)
  const mayMail = !identity.isVouched && (await maySignUpMail(services, identity.email, more))
  const create = (prove: (email: string) => void) =>
    withEveryTeamTransaction(database, async (db) => {
      if (invitation) prove(identity.email)
      const person = { ...more.names, email: identity.email }
      const released = invitation || !identity.isVouched ? undefined : await releaseFromStranger(services, db, identity)
      const added = invitation
        ? {
            ...(await joinVouched(services, db, invitation, more.names, more.language)),
            message: undefined,
            notices: [],
          }
        : { ...(await addMember(services, db, person, { ...more, isProven: identity.isVouched })), mails: [] }
      await keep(services, db, added.member, identity, false)
      await more.within?.(db, added.member)
      return { ...added, released }
    })
  const { member, message, notices, mails, released } = await translateTakenEmail(() =>
    forProvenOwner(services, create),
  )
  services.logEvent('signed_up', member, { way: identity.provider })
  if (invitation) services.logEvent('invitation_accepted', member, { id: invitation.id })
  if (released) services.logEvent('address_disowned', released.member)
  if (message && mayMail) sendMail(message)
  for (const mail of [...mails, ...(released?.mails ?? [])]) sendMail(mail)
  await sendNotices(services, member, notices)
  return member
}

/** Releases the address of a stranger's account, which must never block a person who gets a new team (E1.16). */
const releaseFromStranger = (services: Services, db: Db, { email }: { email: string }) =>
  releaseInUse(services, db, email, {
    mail: 'addressToOwner',
    mayTake: (member) => isOfStranger(services, db, member),
  })

/**
 * Stores the connection. If the provider vouches for the account's own address, marks that address as proven: another
 * person with the address must not claim the account later.
 * @param isSame whether the member is already connected to the same person
 */
async function keep(services: Services, db: Db, member: Member, identity: Identity, isSame: boolean): Promise<void> {
  const { provider, account, subject, grant } = identity
  const earlier = grant && isSame ? await findSecret(services, db, member, provider) : undefined
  const secret = grant?.(earlier)
  await saveConnection(services, db, member, { provider, account, subject, secret, isNew: secret !== earlier })
  await updatePicture(db, member, provider, identity, services.now())
  if (identity.isVouched && identity.email !== undefined) await proveIfOwn(db, member, identity.email, services.now())
}

export { checkNewcomer, type Offer, offerInvitations, type Visit } from './new-member.ts'
export { emailOf, nameInEmail, nameOf, personNameOf, pictureOf } from './claims.ts'
export { idIn, joinedName, namesFrom, subjectOf } from './policy.ts'
