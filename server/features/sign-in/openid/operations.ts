import type { Tokens } from '#contract/sessions.ts'
import type { LoginUrl } from '#contract/sign-in.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Sender } from '#server/access/attempts/sender.ts'
import { requireProvider } from '#server/config/providers.ts'
import { ProviderFailure } from '#server/errors.ts'
import { confirmOwner } from '#server/access/credentials/operations.ts'
import * as signIn from '#server/features/sign-in/provider-sign-in/operations.ts'
import { googleClient } from '#server/providers/google/google.ts'
import { companyClient } from '#server/providers/openid/company.ts'
import {
  authorizationAddress,
  identityOf,
  isIdentifier,
  type Answer,
  type Begin,
  type OpenIdClient,
} from '#server/providers/openid/openid.ts'
import type { Services } from '#server/services.ts'
import { applyAdminClaim, recordSignIn, requireClaim } from './company-rules.ts'
import { emailIn } from './policy.ts'

type OpenIdProvider = 'google' | 'oidc'

/** @throws AppError provider_not_set_up */
const clientOf = (services: Services, provider: OpenIdProvider): OpenIdClient =>
  provider === 'google'
    ? googleClient(requireProvider(services, provider))
    : companyClient(requireProvider(services, provider))

/** Returns the address of our screen to which the provider sends the browser back. */
const redirectUri = ({ config }: Services, provider: OpenIdProvider) => `${config.publicUrl}/${provider}/callback`

/**
 * Returns the address at the provider that begins a sign-in or a connection.
 * @param caller the member who connects the account and must have confirmed their identity recently; undefined for a
 *   sign-in
 * @throws AppError provider_not_set_up, reauthentication_required, sign_in_again; ProviderFailure
 */
export const openIdAddress =
  (provider: OpenIdProvider) =>
  async (services: Services, caller: Scope | undefined, begin: Begin): Promise<LoginUrl> => {
    const client = clientOf(services, provider)
    if (caller) await confirmOwner(services, caller)
    const url = await authorizationAddress(client, { ...(await begin()), redirectUri: redirectUri(services, provider) })
    return { auth_url: url.href }
  }

/** @throws AppError account_elsewhere, not_allowed_here; ProviderFailure */
export const connectOpenId =
  (provider: OpenIdProvider) =>
  async (services: Services, scope: Scope, answer: Answer): Promise<void> => {
    const { identity, claims } = await readIdentity(services, provider, answer)
    await signIn.connect(services, scope, identity)
    if (provider !== 'oidc') return
    await recordSignIn(services, scope)
    await applyAdminClaim(services, identity.subject, claims)
  }

/**
 * Signs in the person that the operator's provider identifies. Creates a missing account at once, unless there are
 * invitations to choose from.
 * @throws as `signInOrUp`; AppError not_allowed_here; ProviderFailure
 */
export async function companyLogin(
  services: Services,
  answer: Answer,
  sender: Sender & signIn.Visit,
): Promise<{ tokens: Tokens } | { offer: signIn.Offer }> {
  const { identity, names, claims } = await readIdentity(services, 'oidc', answer)
  const offer = await signIn.offerInvitations(services, identity, sender.invitation)
  if (offer) return { offer }
  const tokens = await signIn.signInOrUp(services, identity, { ...sender, names: partedNames(names) })
  // The browser has no token yet, so nobody can use an administrator right that ends here.
  await applyAdminClaim(services, identity.subject, claims)
  return { tokens }
}

type Names = Awaited<ReturnType<typeof readIdentity>>['names']

/** Returns the family name and the given name: as the provider sends them, or else split from the full name. */
export const partedNames = ({ name, given_name: first_name, family_name }: Names) =>
  first_name && family_name
    ? { first_name, family_name, preferred_name: name === `${family_name} ${first_name}` ? '' : name }
    : signIn.namesFrom(name)

/** @throws AppError not_allowed_here; ProviderFailure */
export async function readIdentity(services: Services, provider: OpenIdProvider, { code, pending }: Answer) {
  const client = clientOf(services, provider)
  const emailClaim = (provider === 'oidc' ? services.config.providers.oidc?.emailClaim : undefined) ?? 'email'
  const refused = (cause: 'sub' | 'email') =>
    services.logEvent('sign_in_refused', undefined, { way: provider, reason: 'claims', cause })
  const claims = await identityOf(client, { code, pending, redirectUri: redirectUri(services, provider) }).catch(
    (error: unknown) => {
      if (error instanceof ProviderFailure && error.cause === 'sub') refused('sub')
      throw error
    },
  )
  const subject = signIn.subjectOf(claims.iss, claims.sub)
  if (provider === 'oidc') await requireClaim(services, subject, claims)
  const { named, isVouched } = emailIn(claims, emailClaim)
  const email = signIn.emailOf(named)
  // Fails here if the claim of the email is absent, or if no account can have that email.
  if (email === undefined) {
    refused('email')
    throw new ProviderFailure(client.name, 'missing_scope')
  }
  const [given_name, family_name] = [claims['given_name'], claims['family_name']].map(signIn.personNameOf) as [
    string,
    string,
  ]
  const name =
    signIn.personNameOf(claims['name']) ||
    signIn.personNameOf(signIn.joinedName(given_name, family_name)) ||
    signIn.personNameOf(claims['preferred_username']) ||
    signIn.nameInEmail(email)
  const names = { name, given_name, family_name }
  const identity: signIn.Identity & { email: string } = {
    provider,
    subject,
    ...(provider === 'oidc' && isIdentifier(claims['sid']) && { companySession: `${claims.iss} ${claims['sid']}` }),
    account: email,
    username: names.name,
    avatarUrl: signIn.pictureOf(claims['picture']),
    email,
    isVouched,
  }
  return { identity, names, claims }
}

export { logOutByProvider } from './logout.ts'
