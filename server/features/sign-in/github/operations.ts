import type { Tokens } from '#contract/sessions.ts'
import type { LoginUrl } from '#contract/sign-in.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Sender } from '#server/access/attempts/sender.ts'
import { requireProvider } from '#server/config/providers.ts'
import { confirmOwner } from '#server/access/credentials/operations.ts'
import {
  connect,
  emailOf,
  type Identity,
  nameOf,
  namesFrom,
  personNameOf,
  pictureOf,
  signInOrUp,
  subjectOf,
  type Visit,
} from '#server/features/sign-in/provider-sign-in/operations.ts'
import {
  gitHubAddress as addressAt,
  gitHubGrant,
  type GitHubGrant,
  gitHubPerson,
  importScopes,
  signInScopes,
} from '#server/providers/github/sign-in.ts'
import type { Answer, Begin } from '#server/providers/openid/openid.ts'
import type { Services } from '#server/services.ts'
import { widest } from './policy.ts'

/** The page of the web application to which GitHub redirects. */
const redirectUri = ({ config }: Services) => `${config.publicUrl}/github/callback`

/**
 * Returns the address at GitHub that begins a sign-in or a connection.
 * @param caller the member who connects GitHub, which also allows the import of issues; they must have confirmed their
 *   identity. Undefined for a sign-in
 * @throws AppError provider_not_set_up, reauthentication_required, sign_in_again
 */
export async function gitHubAddress(services: Services, caller: Scope | undefined, begin: Begin): Promise<LoginUrl> {
  const github = requireProvider(services, 'github')
  if (caller) await confirmOwner(services, caller)
  const { state, pending } = await begin()
  const url = await addressAt(github, {
    state,
    verifier: pending.verifier,
    redirectUri: redirectUri(services),
    scopes: caller ? importScopes(github) : signInScopes,
  })
  return { auth_url: url.href }
}

/**
 * Signs in the person that GitHub identifies, and makes an account if they have none.
 * @throws AppError account_inactive, connect_after_login, email_unverified, sign_up_closed, email_domain_refused,
 *   email_taken, too_many_attempts; ProviderFailure
 */
export async function gitHubLogin(services: Services, answer: Answer, sender: Sender & Visit): Promise<Tokens> {
  const { identity, names } = await readIdentity(services, answer)
  return signInOrUp(services, identity, { ...sender, names })
}

/** @throws AppError account_elsewhere; ProviderFailure */
export const connectGitHub = async (services: Services, scope: Scope, answer: Answer): Promise<void> =>
  connect(services, scope, (await readIdentity(services, answer)).identity)

async function readIdentity(services: Services, { code, pending }: Answer) {
  const github = requireProvider(services, 'github')
  const { verifier } = pending
  const grant = await gitHubGrant(github, { code, verifier, redirectUri: redirectUri(services) })
  const { id, login, name, avatar_url, email } = await gitHubPerson(github, grant)
  const identity: Identity = {
    provider: 'github',
    subject: subjectOf(github.url, String(id)),
    account: login,
    username: login,
    avatarUrl: pictureOf(avatar_url),
    email: emailOf(email?.address),
    isVouched: email?.verified === true,
    grant: (earlier) => widest(earlier as GitHubGrant | undefined, grant),
  }
  return { identity, names: namesFrom(personNameOf(name), nameOf(login)) }
}
