import type { Language } from '#contract/languages.ts'
import { providers, type TabProvider } from '#contract/providers.ts'
import type { Claims } from '#server/access/tokens/access-token.ts'
import { newSecret } from '#server/access/keys/keys.ts'
import { membership, writing } from '#server/access/membership.ts'
import type { Scope } from '#server/access/scope.ts'
import { spendToken } from '#server/access/tokens/spend.ts'
import { requireProvider } from '#server/config/providers.ts'
import { AppError, ProviderFailure } from '#server/errors.ts'
import { connectAccount } from '#server/features/account/linked-accounts/operations.ts'
import { confirmOwner } from '#server/access/credentials/operations.ts'
import { emailOf, nameOf } from '#server/features/sign-in/provider-sign-in/operations.ts'
import { tryConnected } from '#server/features/slack-app/channel-settings/operations.ts'
import { connectSlack, slackAddress } from '#server/features/chat/slack/operations.ts'
import { appleClient } from '#server/providers/apple/apple.ts'
import { microsoftClient } from '#server/providers/microsoft/microsoft.ts'
import { ofWord } from '#server/providers/openid/failure.ts'
import { authorizationAddress, identityOf, type OAuthFlow, type OpenIdClient } from '#server/providers/openid/openid.ts'
import type { Services } from '#server/services.ts'

export const ticketLife = 120 // seconds

/** A ticket with which a tab of this browser can connect an account once. A tab cannot send a bearer token. */
export type ConnectTicket = { id: string; provider: TabProvider; claims: Claims; language: Language }
/** A member whose tab has been sent to a provider, and will come back. */
export type PendingConnect = Pick<ConnectTicket, 'claims' | 'language'>

/** @throws AppError provider_not_set_up, reauthentication_required, sign_in_again */
export async function issueTicket(
  services: Services,
  scope: Scope,
  { provider, language }: Pick<ConnectTicket, 'provider' | 'language'>,
): Promise<ConnectTicket> {
  requireProvider(services, provider)
  await confirmOwner(services, scope)
  const claims = { sub: scope.userId, team: scope.teamId, sid: scope.sessionId }
  return { id: newSecret().toString('base64url'), provider, claims, language }
}

/**
 * Uses up a ticket. @throws AppError sign_in_refused: there is no ticket, or it is used or for another provider;
 * session_ended
 */
export async function useTicket(
  services: Services,
  ticket: ConnectTicket | undefined,
  provider: TabProvider,
): Promise<PendingConnect> {
  if (ticket?.provider !== provider) throw new AppError('sign_in_refused')
  await spendToken(services, ticket.id, ticketLife)
  await memberOf(services, ticket)
  return { claims: ticket.claims, language: ticket.language }
}

/**
 * Returns the address at the provider that asks the member for consent.
 * @throws AppError provider_not_set_up; ProviderFailure
 */
export async function tabAddress(
  services: Services,
  provider: TabProvider,
  { state, pending }: OAuthFlow<PendingConnect>,
): Promise<URL> {
  const redirectUri = redirectUriOf(services, provider)
  if (provider === 'slack') return slackAddress(services, { state, redirectUri })
  return authorizationAddress(clientOf(services, provider), { state, pending, redirectUri })
}

/**
 * Connects the account.
 * @returns the failure if the account is connected but does not take messages yet
 * @throws AppError session_ended, provider_not_set_up, account_elsewhere, other_workspace; ProviderFailure
 */
export async function connectFromTab(
  services: Services,
  provider: TabProvider,
  { by, pending, code, error }: OAuthFlow<PendingConnect> & { code: string; error: string },
): Promise<ProviderFailure | undefined> {
  if (code === '') throw ofWord(providers[provider].name, error)
  const redirectUri = redirectUriOf(services, provider)
  const member = await memberOf(services, by)
  if (provider === 'slack')
    return tryConnected(services, member, await connectSlack(services, member, { code, redirectUri }))
  const client = clientOf(services, provider)
  const claims = await identityOf(client, { code, pending, redirectUri })
  const account = emailOf(claims['email']) ?? (nameOf(claims['preferred_username']) || nameOf(claims['name']))
  if (account === '') throw new ProviderFailure(client.name, 'missing_scope')
  await connectAccount(services, member, { provider, account, subject: claims.sub })
  return undefined
}

/** Returns the member of the ticket's session. @throws AppError session_ended */
async function memberOf({ database }: Services, { claims }: PendingConnect): Promise<Scope> {
  const known = await membership(database, claims)
  const scope = known && writing(known)
  if (!scope) throw new AppError('session_ended')
  return scope
}

const redirectUriOf = ({ config }: Services, provider: TabProvider) =>
  `${config.publicUrl}/api/auth/${provider}/callback`

const clientOf = (services: Services, provider: 'microsoft' | 'apple'): OpenIdClient =>
  provider === 'microsoft'
    ? microsoftClient(requireProvider(services, provider))
    : appleClient(requireProvider(services, provider))
