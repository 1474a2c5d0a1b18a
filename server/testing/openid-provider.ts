import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { type AdapterConstructor, interactionPolicy, Provider } from 'oidc-provider'
// @ts-expect-error It has no types.
import MemoryAdapter from 'oidc-provider/lib/adapters/memory_adapter.js'
import { type Browser, openBrowser, valuesOf } from './browser.ts'
import { listen } from './listen.ts'

/** A person at the provider. @param sub default: derived from the email */
export type OpenIdPerson = {
  email: string
  sub?: string
  emailVerified?: boolean
  name?: string
  givenName?: string
  familyName?: string
  picture?: string
  /** An additional claim. */
  upn?: string
  groups?: string[]
}

// A subclass, because the library logs a warning if its own in-memory adapter is used.
class Memory extends (MemoryAdapter as AdapterConstructor) {}

export const openIdClient = { clientId: 'asakai', clientSecret: 'a secret of the stand-in' }

/** Returns the settings for a deployment that uses this provider as Google, as Microsoft or as its own. */
export const openIdSettings = (name: 'GOOGLE' | 'MICROSOFT' | 'OIDC', { url }: { url: string }) => ({
  [`${name}_CLIENT_ID`]: openIdClient.clientId,
  [`${name}_CLIENT_SECRET`]: openIdClient.clientSecret,
  [`${name}_ISSUER`]: url,
})

/** Returns the settings for Apple, with a client secret signed by a key. */
export const appleSettings = ({ url }: { url: string }, privateKey: string) => ({
  APPLE_CLIENT_ID: openIdClient.clientId,
  APPLE_TEAM_ID: 'TEAM123456',
  APPLE_KEY_ID: 'KEY1234567',
  APPLE_PRIVATE_KEY: privateKey,
  APPLE_ISSUER: url,
})

/**
 * Starts a certified OpenID provider as a stand-in for Google, Microsoft or Apple. Its sign-in page is a form with the
 * fields of `OpenIdPerson`. Browser tests fill it in; `signInAt` submits it without a browser. PKCE is required.
 * @param client.inUserInfo whether the ID token contains only the subject, as with many providers
 * @param client.logoutUri where `logOut` sends logout tokens
 * @param client.acceptsSecret checks a signed client secret, such as Apple's
 */
export async function startOpenIdProvider(client: {
  redirectUris: string[]
  inUserInfo?: boolean
  acceptsSecret?: (secret: string) => Promise<boolean>
  method?: 'client_secret_basic' | 'client_secret_post'
  /** Receives logout tokens. The ID token then has a `sid`. */
  logoutUri?: string
}) {
  const { url, server, close } = await listen()
  const people = new Map<string, OpenIdPerson>()

  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  // Adds the prompt to choose an account, which Microsoft supports.
  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
  const provider = new Provider(url, {
    adapter: Memory,
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 }, // seconds
    clients: [
      {
        client_id: openIdClient.clientId,
        client_secret: openIdClient.clientSecret,
        redirect_uris: client.redirectUris,
        token_endpoint_auth_method: client.method ?? 'client_secret_post',
        ...(client.logoutUri && {
          backchannel_logout_uri: client.logoutUri,
          backchannel_logout_session_required: true,
        }),
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    // otherwise the ID token also contains the claims, as Google's does
    conformIdTokenClaims: client.inUserInfo === true,
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', 'picture', 'upn', 'groups'],
    },
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: client.logoutUri !== undefined },
    },
    interactions: { policy, url: (_context, { uid }) => `/sign-in/${uid}` },
    // Uses plain `fetch`: the library's own refuses addresses of this machine, to which logout tokens are sent.
    fetch: (url, { method, body, headers, signal, redirect } = {}) =>
      fetch(url, { method, body, headers, signal, redirect } as RequestInit),
    // Every signed-in person has consented.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new provider.Grant({
        accountId: oidc.session!.accountId!,
        clientId: oidc.client!.clientId,
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
    findAccount: (_context, sub) => {
      const person = people.get(sub)
      return person && { accountId: sub, claims: () => ({ ...claimsOf(person), sub }) }
    },
  })
  if (client.acceptsSecret) provider.Client.prototype.compareClientSecret = client.acceptsSecret

  const answer = provider.callback()
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/sign-in/')) return void answer(request, response)
    if (request.method === 'GET') return void response.setHeader('content-type', 'text/html; charset=utf-8').end(page)
    void text(request).then((body) => {
      const sent = Object.fromEntries(new URLSearchParams(body))
      if ('refuse' in sent) return provider.interactionFinished(request, response, { error: 'access_denied' })
      const sub = sent['sub'] || sent['email']!
      const { groups, ...person } = sent
      people.set(sub, {
        ...person,
        email: sent['email']!,
        emailVerified: 'emailVerified' in sent,
        ...(groups && { groups: groups.split(' ') }),
      })
      return provider.interactionFinished(request, response, { login: { accountId: sub }, select_account: {} })
    })
  })
  return {
    url,
    close,
    /** Signs a person out of a session, and sends a logout token. Rejects if the server refuses the token. */
    async logOut(sub: string, sid: string) {
      const receiver = (await provider.Client.find(openIdClient.clientId)) as unknown as {
        backchannelLogout: (sub: string, sid: string) => Promise<void>
      }
      await receiver.backchannelLogout(sub, sid)
    },
  }
}

const claimsOf = ({ email, emailVerified, name, givenName, familyName, picture, upn, groups }: OpenIdPerson) => ({
  groups,
  email,
  email_verified: emailVerified,
  name: name || undefined,
  given_name: givenName || undefined,
  family_name: familyName || undefined,
  picture: picture || undefined,
  upn: upn || undefined,
})

const page = `<!doctype html><html lang="en"><title>Sign in</title><h1>Sign in</h1><form method="post">
${['email', 'sub', 'name', 'givenName', 'familyName', 'picture', 'upn', 'groups'].map((name) => `<p><label>${name} <input name="${name}"></label>`).join('')}
<p><label><input type="checkbox" name="emailVerified" checked> emailVerified</label>
<p><button>Continue</button> <button name="refuse">Cancel</button></form>`

/**
 * Signs in without a browser, from the authorization URL to the callback.
 * @param person 'refuse': the person cancels
 * @returns the provider's redirect or form
 */
export async function signInAt(
  authUrl: string,
  person: OpenIdPerson | 'refuse',
  browser: Browser = openBrowser(),
): Promise<{ url: URL; method: 'GET' | 'POST'; values: Record<string, string> }> {
  const asked = await browser.follow(authUrl)
  if (!asked.url.pathname.startsWith('/sign-in/'))
    throw new Error(`${asked.url.pathname}: ${await asked.response.text()}`)
  const { emailVerified = true, groups = [], ...fields }: OpenIdPerson = person === 'refuse' ? { email: '' } : person
  const sent = { ...fields, groups: groups.join(' '), ...(emailVerified ? { emailVerified: 'on' } : {}) }
  const form = person === 'refuse' ? { refuse: '' } : sent
  const back = await browser.follow(asked.url, form, (url) => url.origin !== asked.url.origin)
  if (back.url.origin !== asked.url.origin)
    return { url: back.url, method: 'GET', values: Object.fromEntries(back.url.searchParams) }
  const html = await back.response.text()
  return { url: new URL(/action="([^"]+)"/u.exec(html)![1]!), method: 'POST', values: valuesOf(html) }
}
