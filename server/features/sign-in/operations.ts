import * as z from 'zod/mini'
import { email } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { providers, type SignInProvider } from '#contract/providers.ts'
import type { Tokens } from '#contract/sessions.ts'
import { emailKey } from '#server/access/email-key.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Sender } from '#server/access/sender.ts'
import { signUpForm } from '#server/access/sign-up-domains.ts'
import { type Db, inEveryTeam, inTeam } from '#server/db/database.ts'
import { updatePicture } from '#server/db/picture.ts'
import { AppError } from '#server/errors.ts'
import { keepConnection } from '#server/features/connections/operations.ts'
import { keptGrant } from '#server/features/grants/operations.ts'
import { tellOwner } from '#server/features/owner-notices/operations.ts'
import { addMember, checkSignUp } from '#server/features/registration/operations.ts'
import { startSession } from '#server/features/sessions/operations.ts'
import { namingTaken } from '#server/features/users/operations.ts'
import type { Services } from '#server/services.ts'
import { outcomeOf } from './policy.ts'
import * as signIns from './sql.ts'

type Member = { teamId: string; userId: string }
type Names = { first_name: string; family_name: string; preferred_name: string }

/** Who a provider says has signed in there. */
export type Identity = {
  provider: SignInProvider
  /** Their id there, which never changes. */
  subject: string
  /** Where the provider is whichever the operator names: whose id that is (OpenID Connect Core 1.0, 5.7). */
  issuer?: string
  /** What they know the account by. */
  account: string
  username: string
  avatarUrl: string | null
  email: string | undefined
  /** Whether the provider vouches that the e-mail is theirs. */
  isVouched: boolean
  /** What they have granted, to be kept; `earlier`: what the same person had granted before. */
  grant?: (earlier: unknown) => unknown
}

/**
 * The member whom this person is, with what the provider says of them brought up to date.
 * @returns undefined where they have no account yet
 * @throws AppError account_inactive, connect_after_login
 */
export async function findMember(services: Services, identity: Identity): Promise<Member | undefined> {
  const found = await inEveryTeam(services.database, async (db) => {
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
    })
    if (outcome === 'newcomer') return undefined
    const { team_id: teamId, id: userId } = (connected ?? sameEmail)!
    const member = { teamId, userId }
    if (outcome !== 'sign in' && outcome !== 'link') {
      services.logEvent('sign_in_refused', member, { way: identity.provider, reason: outcome })
      throw new AppError(outcome)
    }
    const letters = outcome === 'link' ? await tellOfAccount(services, db, member, identity) : []
    await keep(services, db, member, identity, outcome === 'sign in')
    return { member, isLinked: outcome === 'link', letters }
  })
  if (found?.isLinked) logConnected(services, found.member, identity)
  for (const letter of found?.letters ?? []) services.sendMail(letter)
  return found?.member
}

/**
 * Connects this person to the caller.
 * @throws AppError account_elsewhere
 */
export async function connect(services: Services, scope: Scope, identity: Identity): Promise<void> {
  const letters = await inTeam(services.database, scope, async (db) => {
    const known = await signIns.selectBySubject(db, identity.provider, identity.subject)
    const notices = known?.id === scope.userId ? [] : await tellOfAccount(services, db, scope, identity)
    await keep(services, db, scope, identity, false)
    return notices
  })
  logConnected(services, scope, identity)
  for (const letter of letters) services.sendMail(letter)
}

const logConnected = ({ logEvent }: Services, member: Member, { provider }: Identity) =>
  logEvent('account_connected', member, { provider })

const tellOfAccount = (services: Services, db: Db, member: Member, { provider }: Identity) =>
  tellOwner(services, db, member, 'accountConnected', {
    provider: (provider === 'oidc' ? services.config.providers.oidc : providers[provider])!.name,
  })

/**
 * Signs in whom a provider shows, with an account made for them where they have none.
 * @throws AppError account_inactive, connect_after_login, and those of `createMember`
 */
export async function signInOrUp(
  services: Services,
  identity: Identity,
  more: Sender & { names: Names },
): Promise<Tokens> {
  const known = await findMember(services, identity)
  if (known) return startSession(services, known, identity.provider)
  const { email, isVouched, provider } = identity
  // GitHub shows addresses that nobody may ever have opened.
  if (email === undefined || (provider === 'github' && !isVouched)) throw new AppError('email_unverified')
  const member = await createMember(services, { ...identity, email }, more)
  return startSession(services, member, provider)
}

/**
 * An account for somebody whom a provider has shown.
 * @param more.address the caller's, for counting attempts
 * @param more.within what belongs to it, in its transaction
 * @throws AppError sign_up_closed, email_domain_refused, email_unverified, email_taken, account_elsewhere, too_many_attempts
 */
export async function createMember(
  services: Services,
  identity: Identity & { email: string },
  more: Sender & { names: Names; within?: (db: Db, member: Member) => Promise<unknown> },
): Promise<Member> {
  const { attempts, config, database, sendMail } = services
  await checkNewcomer(services, identity)
  await attempts.signUp(more.address)
  if (config.mail && !identity.isVouched)
    await attempts.letter({ purpose: 'sign-up', to: identity.email, from: more.address })
  const { member, message } = await namingTaken(() =>
    inEveryTeam(database, async (db) => {
      const person = { ...more.names, email: identity.email }
      const added = await addMember(services, db, person, { ...more, isProven: identity.isVouched })
      await keep(services, db, added.member, identity, false)
      await more.within?.(db, added.member)
      return added
    }),
  )
  services.logEvent('signed_up', member, { way: identity.provider })
  if (message) sendMail(message)
  return member
}

/**
 * Whether an account may be made for whom a provider has shown: where a domain says who belongs here, it has to vouch for
 * the address.
 * @throws AppError sign_up_closed, email_domain_refused, email_unverified
 */
export async function checkNewcomer(
  services: Services,
  { email, isVouched }: Pick<Identity, 'isVouched'> & { email: string },
): Promise<void> {
  await checkSignUp(services, email)
  if (!isVouched && signUpForm(services.config) !== 'at-once') throw new AppError('email_unverified')
}

/** @param isSame whether the member has connected this very person already */
async function keep(services: Services, db: Db, member: Member, identity: Identity, isSame: boolean): Promise<void> {
  const { provider, account, subject, grant } = identity
  const earlier = grant && isSame ? await keptGrant(services, db, member, provider) : undefined
  const secret = grant?.(earlier)
  await keepConnection(services, db, member, { provider, account, subject, secret, isNew: secret !== earlier })
  await updatePicture(db, member, provider, identity, services.now())
}

/** An e-mail as a provider names it; undefined where an account cannot have it. */
export function emailOf(named: unknown): string | undefined {
  const read = email.safeParse(named)
  return read.success ? read.data : undefined
}

/** A name as a provider has it, as an account can: one line, not too long. */
export const nameOf = (named: unknown): string =>
  typeof named === 'string'
    ? named
        .replaceAll(/\p{Cc}/gu, ' ')
        .trim()
        .slice(0, limits.name)
        .replaceAll(/\p{Cs}/gu, '')
    : ''

const Picture = z.url({ protocol: /^https?$/u }).check(z.maxLength(2_000))

export function pictureOf(named: unknown): string | null {
  const read = Picture.safeParse(named)
  return read.success ? read.data : null
}

export { namesFrom } from './policy.ts'
