import type { Language } from '#contract/languages.ts'
import type { Tokens } from '#contract/sessions.ts'
import type { GoogleOnboarding, GoogleUser, LoginUrl } from '#contract/sign-in.ts'
import { emailKey } from '#server/access/email-key.ts'
import { fingerprint, newSecret } from '#server/access/keys.ts'
import type { Scope } from '#server/access/scope.ts'
import { requireProvider } from '#server/config-providers.ts'
import { inEveryTeam } from '#server/db/database.ts'
import { AppError, ProviderFailure } from '#server/errors.ts'
import { confirmOwner, preparePassword, refuseCommon } from '#server/features/credentials/operations.ts'
import { teamWords } from '#server/features/registration/operations.ts'
import { startSession } from '#server/features/sessions/operations.ts'
import {
  checkNewcomer,
  connect,
  createMember,
  emailOf,
  findMember,
  type Identity,
  nameOf,
  pictureOf,
} from '#server/features/sign-in/operations.ts'
import { googleClient } from '#server/providers/google/google.ts'
import { authorizationAddress, identityOf, type Answer, type Begin } from '#server/providers/openid/openid.ts'
import type { Services } from '#server/services.ts'
import { deleteProof, insertProof, type Proof, selectProof } from './sql.ts'

export const proofLife = 15 * 60 // seconds

/** @throws AppError provider_not_set_up */
const clientOf = (services: Services) => googleClient(requireProvider(services, 'google'))

/** The browser's screen that Google leads back to. */
const redirectUri = ({ config }: Services) => `${config.publicUrl}/google/callback`

/**
 * @param caller who connects Google, and must have shown who they are before the journey begins
 * @throws AppError provider_not_set_up, reauthentication_required, sign_in_again; ProviderFailure
 */
export async function googleAddress(services: Services, caller: Scope | undefined, begin: Begin): Promise<LoginUrl> {
  const client = clientOf(services)
  if (caller) await confirmOwner(services, caller)
  const url = await authorizationAddress(client, { ...begin(), redirectUri: redirectUri(services) })
  return { auth_url: url.href }
}

/**
 * Signs in whom Google shows, or keeps for a while that Google has shown them.
 * @returns `proof`: the token of what is kept, for their browser alone
 * @throws AppError account_inactive, connect_after_login, sign_up_closed, email_domain_refused; ProviderFailure
 */
export async function googleLogin(
  services: Services,
  answer: Answer,
): Promise<{ tokens: Tokens } | { user: GoogleUser; proof: string }> {
  const { identity, names } = await readIdentity(services, answer)
  const member = await findMember(services, identity)
  if (member) return { tokens: await startSession(services, member, 'google') }
  // Better now than after they have filled in the form.
  await checkNewcomer(services, identity)
  const token = newSecret()
  const now = services.now()
  const proof: Proof = {
    token_hash: fingerprint(token),
    subject: identity.subject,
    email: identity.email,
    email_verified: identity.isVouched,
    ...names,
    avatar_url: identity.avatarUrl,
    expires_at: new Date(now.getTime() + proofLife * 1_000),
  }
  await inEveryTeam(services.database, (db) => insertProof(db, proof, now))
  const { email, subject: google_id, avatarUrl: google_avatar_url } = identity
  return { user: { google_id, email, ...names, google_avatar_url }, proof: token.toString('base64url') }
}

/** @throws AppError account_elsewhere; ProviderFailure */
export const connectGoogle = async (services: Services, scope: Scope, answer: Answer): Promise<void> =>
  connect(services, scope, (await readIdentity(services, answer)).identity)

/**
 * Makes the account of whom Google has shown, and signs them in. Who they are says the proof; the form must not differ.
 * @param proof what `googleLogin` has given their browser
 * @throws AppError onboarding_refused, sign_up_closed, email_domain_refused, email_taken, account_elsewhere,
 *   password_common, too_many_attempts, busy
 */
export async function onboard(
  services: Services,
  { password, google_id, email, ...names }: GoogleOnboarding,
  { proof, language, address }: { proof: string | undefined; language: Language; address: string },
): Promise<Tokens> {
  const shown = await findProof(services, proof)
  if (!shown || !isAbout(shown, { google_id, email })) throw new AppError('onboarding_refused')
  await checkNewcomer(services, identityIn(shown))
  const { first_name, family_name, preferred_name } = names
  const about = [first_name, family_name, preferred_name, shown.name, shown.email, ...(await teamWords(services))]
  refuseCommon('password', password, about)
  const storePassword = await preparePassword(password)
  const member = await createMember(services, identityIn(shown), {
    names,
    language,
    address,
    within: async (db, added) => {
      if (!(await deleteProof(db, shown.token_hash))) throw new AppError('onboarding_refused')
      await storePassword(db, added, services.now())
    },
  })
  return startSession(services, member, 'google')
}

/** Whether what a form says of its person is true, as far as it says anything. */
const isAbout = (proof: Proof, { google_id, email }: Pick<GoogleOnboarding, 'google_id' | 'email'>): boolean =>
  (google_id === undefined || google_id === proof.subject) &&
  (email === undefined || emailKey(email) === emailKey(proof.email))

export const isOnboarding = async (services: Services, proof: string | undefined): Promise<boolean> =>
  (await findProof(services, proof)) !== undefined

async function findProof({ database, now }: Services, proof: string | undefined): Promise<Proof | undefined> {
  if (proof === undefined) return undefined
  const hash = fingerprint(Buffer.from(proof, 'base64url'))
  return inEveryTeam(database, (db) => selectProof(db, hash, now()))
}

const identityIn = ({ subject, email, email_verified, name, avatar_url }: Proof): Identity & { email: string } => ({
  provider: 'google',
  subject,
  account: email,
  username: name,
  avatarUrl: avatar_url,
  email,
  isVouched: email_verified,
})

async function readIdentity(services: Services, { code, pending }: Answer) {
  const client = clientOf(services)
  const claims = await identityOf(client, { code, pending, redirectUri: redirectUri(services) })
  const email = emailOf(claims['email'])
  // Nobody can be asked for less, but for an address that no account can have.
  if (email === undefined) throw new ProviderFailure(client.name, 'missing_scope')
  const names = {
    name: nameOf(claims['name']) || email,
    given_name: nameOf(claims['given_name']),
    family_name: nameOf(claims['family_name']),
  }
  const identity: Identity & { email: string } = {
    provider: 'google',
    subject: claims.sub,
    account: email,
    username: names.name,
    avatarUrl: pictureOf(claims['picture']),
    email,
    isVouched: claims['email_verified'] === true,
  }
  return { identity, names }
}
