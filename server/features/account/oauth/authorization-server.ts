import { createPrivateKey } from 'node:crypto'
import type { Configuration, interactionPolicy, KoaContextWithOIDC, Provider } from 'oidc-provider'
import {
  authorizationCode,
  grantRefreshToken,
  grantTokenAlgorithm,
  grantTokenKey,
  resourceOf,
} from '#server/access/tokens/grant-token.ts'
import { deriveKey, newSecret } from '#server/access/keys/keys.ts'
import { firstSecret, nextSecret } from '#server/access/tokens/refresh-secret.ts'
import { tokenScopes } from '#contract/tokens.ts'
import type { Services } from '#server/services.ts'
import { openAdapters, readGrantId } from './adapters.ts'
import { fetchClient, mayFetchClient } from './client-documents.ts'
import { consentPath, errorPage, resumeCookie, routes } from './paths.ts'
import { lifetimes, mayRedirectTo } from './policy.ts'

const servers = new WeakMap<Services, Promise<Provider>>()

/**
 * Returns the authorization server of this deployment. Loads the library with the first request, because few teams need
 * it (decision 72).
 */
export function authorizationServer(services: Services): Promise<Provider> {
  const known = servers.get(services)
  if (known) return known
  const provider = open(services)
  servers.set(services, provider)
  // The next request tries again, for example after the disk was full.
  provider.catch(() => servers.delete(services))
  return provider
}

async function open(services: Services): Promise<Provider> {
  const { Provider: Library, errors, interactionPolicy: policy } = await import('oidc-provider')
  const { config } = services
  const currentRequest = () => (Library as unknown as { ctx: KoaContextWithOIDC | undefined }).ctx?.oidc
  const rotated = () => currentRequest()?.entities.RotatedRefreshToken?.jti
  const provider = new Library(config.publicUrl, {
    ...configuration(services),
    jwks: { keys: [signingKey(config.secretKey)] },
    adapter: openAdapters({ services, rotated, InvalidGrant: errors.InvalidGrant }),
    interactions: {
      policy: [alwaysAsk(policy)],
      url: (_ctx: KoaContextWithOIDC, { uid }: { uid: string }) => consentPath(config, uid),
    },
  } as unknown as Configuration) // the types lack the newest settings
  provider.proxy = true // the address of this deployment comes from PUBLIC_URL (`routes.ts`), not from the request
  setTokenFormats(provider, services, rotated)
  provider.on('authorization.error', stayUntilAnswered)
  return provider
}

/**
 * Shows an error on our own page until the member has answered. Anyone can register an address. A redirect before the
 * member's answer would let strangers make links to Asakai that lead to their own site (RFC 9700, 4.11.2).
 */
function stayUntilAnswered({ oidc }: KoaContextWithOIDC, error: object) {
  if (!oidc.entities.Interaction?.result) Object.assign(error, { allow_redirect: false })
}

/** The beginning of an Ed25519 key in PKCS #8 (RFC 8410, 7); the 32 bytes of the key follow. */
const ed25519 = Buffer.from('302e020100300506032b657004220420', 'hex')

/**
 * Returns the key that signs ID tokens. The library requires a key, but issues no ID token without the scope `openid`.
 */
const signingKey = (secretKey: Buffer) =>
  createPrivateKey({
    key: Buffer.concat([ed25519, deriveKey(secretKey, 'oauth signing')]),
    format: 'der',
    type: 'pkcs8',
  }).export({ format: 'jwk' }) as never

/**
 * Asks the member at each request: a program on a computer cannot prove that it is the same as before (RFC 8252, 8.6).
 */
function alwaysAsk({ Check, Prompt }: typeof interactionPolicy) {
  const isUnanswered = (ctx: KoaContextWithOIDC) => !ctx.oidc.result?.consent
  return new Prompt(
    { name: 'consent', requestable: true },
    new Check('unanswered', 'the member has to answer', 'consent_required', isUnanswered),
  )
}

const configuration = (services: Services) => ({
  clientAuthMethods: ['none'],
  clientDefaults: {
    application_type: 'native',
    grant_types: ['authorization_code', 'refresh_token'],
    id_token_signed_response_alg: 'EdDSA',
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  },
  cookies: {
    names: { resume: resumeCookie, interaction: 'unused', session: 'unused_session' },
    short: { signed: false },
    long: { signed: false },
  },
  enabledJWA: { idTokenSigningAlgValues: ['EdDSA'] },
  expiresWithSession: () => false,
  extraTokenClaims(_ctx: KoaContextWithOIDC, token: { grantId?: string }) {
    const { teamId, id } = readGrantId(token.grantId ?? '')
    return { team: teamId, grant: id }
  },
  features: {
    clientIdMetadataDocument: {
      enabled: true,
      ack: 'draft-02',
      allowFetch: (ctx: KoaContextWithOIDC) => mayFetchClient(services, ctx),
      allowClient: (_ctx: KoaContextWithOIDC, { redirectUris = [] }: { redirectUris?: string[] }) =>
        redirectUris.every(mayRedirectTo),
      cacheDuration: { min: 5 * 60, max: 60 * 60 }, // seconds
    },
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    registration: { enabled: true, issueRegistrationAccessToken: false },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => resourceOf(services.config),
      getResourceServerInfo: (_ctx: KoaContextWithOIDC, resource: string) => resourceServer(services, resource),
      useGrantedResource: () => true,
    },
    revocation: {
      enabled: true,
      allowedPolicy: (_ctx: KoaContextWithOIDC, client: { clientId: string }, token: { clientId?: string }) =>
        token.clientId === client.clientId,
    },
    rpInitiatedLogout: { enabled: false },
    userinfo: { enabled: false },
  },
  fetch: (url: string) => fetchClient(services, url),
  findAccount: (_ctx: KoaContextWithOIDC, accountId: string) => ({
    accountId,
    claims: () => ({ sub: accountId }),
  }),
  issueRefreshToken: (_ctx: KoaContextWithOIDC, client: { grantTypeAllowed(type: string): boolean }) =>
    client.grantTypeAllowed('refresh_token'),
  loadExistingGrant: ({ oidc }: KoaContextWithOIDC) =>
    oidc.result?.consent?.grantId ? oidc.provider.Grant.find(oidc.result.consent.grantId) : undefined,
  pkce: { required: () => true },
  renderError(ctx: KoaContextWithOIDC, { error }: { error: string }) {
    ctx.status = 303
    ctx.redirect(errorPage(services.config, error))
  },
  responseTypes: ['code'],
  rotateRefreshToken: true,
  routes,
  scopes: [...tokenScopes],
  ttl: {
    AccessToken: lifetimes.accessToken,
    AuthorizationCode: lifetimes.code,
    Grant: lifetimes.grant,
    Interaction: lifetimes.request,
    RefreshToken: lifetimes.grant,
    Session: lifetimes.request,
  },
})

async function resourceServer({ config }: Services, resource: string) {
  if (resource !== resourceOf(config)) throw new (await import('oidc-provider')).errors.InvalidTarget()
  return {
    accessTokenFormat: 'jwt',
    accessTokenTTL: lifetimes.accessToken,
    audience: resource,
    jwt: { sign: { alg: grantTokenAlgorithm, key: grantTokenKey(config) } },
    scope: tokenScopes.join(' '),
  }
}

/** A code or token of the library. */
type LibraryToken = { grantId: string; generateTokenId(): string }

/** Puts the ids of team and grant into codes and refresh tokens, so that a look-up reads one shard (decision 29). */
function setTokenFormats(provider: Provider, { config }: Services, rotated: () => string | undefined) {
  const setTokenFormat = (model: { prototype: object }, write: (grant: { teamId: string; id: string }) => string) =>
    Object.assign(model.prototype, {
      generateTokenId(this: LibraryToken) {
        return write(readGrantId(this.grantId))
      },
    })
  setTokenFormat(provider.AuthorizationCode, (grant) => authorizationCode.write({ ...grant, secret: newSecret() }))
  setTokenFormat(provider.RefreshToken, (grant) => {
    const before = grantRefreshToken.read(rotated() ?? '')
    const secret = before ? nextSecret(config.secretKey, before) : firstSecret(config.secretKey, grant)
    return grantRefreshToken.write({ ...grant, secret })
  })
}
