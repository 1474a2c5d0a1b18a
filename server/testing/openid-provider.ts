import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { type AdapterConstructor, interactionPolicy, Provider } from 'oidc-provider'
// @ts-expect-error It has no types.
import MemoryAdapter from 'oidc-provider/lib/adapters/memory_adapter.js'
import { type Browser, openBrowser, valuesOf } from './browser.ts'
import { listen } from './listen.ts'

/** Who signs in there. @param sub by default the e-mail's own */
export type OpenIdPerson = {
  email: string
  sub?: string
  emailVerified?: boolean
  name?: string
  givenName?: string
  familyName?: string
  picture?: string
  /** More of what is said of them. */
  upn?: string
}

// The library warns of its own memory; a test needs no other.
class Memory extends (MemoryAdapter as AdapterConstructor) {}

export const openIdClient = { clientId: 'asakai', clientSecret: 'a secret of the stand-in' }

/** How a deployment is told of such a provider in place of Google or Microsoft, or as one of its own. */
export const openIdSettings = (name: 'GOOGLE' | 'MICROSOFT' | 'OIDC', { url }: { url: string }) => ({
  [`${name}_CLIENT_ID`]: openIdClient.clientId,
  [`${name}_CLIENT_SECRET`]: openIdClient.clientSecret,
  [`${name}_ISSUER`]: url,
})

/** In place of Apple, which makes its secrets of a key. */
export const appleSettings = ({ url }: { url: string }, privateKey: string) => ({
  APPLE_CLIENT_ID: openIdClient.clientId,
  APPLE_TEAM_ID: 'TEAM123456',
  APPLE_KEY_ID: 'KEY1234567',
  APPLE_PRIVATE_KEY: privateKey,
  APPLE_ISSUER: url,
})

/**
 * A certified OpenID provider in place of Google, Microsoft or Apple. Its page asks who signs in: a form with the fields
 * of `OpenIdPerson`, which a browser's test fills in, and `signInAt` without one. It insists on PKCE.
 * @param client.inUserInfo whether the ID token has nothing but who it is, as of many providers
 * @param client.acceptsSecret where the secret is a signed one, as Apple's
 */
export async function startOpenIdProvider(client: {
  redirectUris: string[]
  inUserInfo?: boolean
  acceptsSecret?: (secret: string) => Promise<boolean>
  method?: 'client_secret_basic' | 'client_secret_post'
}) {
  const { url, server, close } = await listen()
  const people = new Map<string, OpenIdPerson>()

  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  // Microsoft can be asked to let a person choose whom to be.
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
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    conformIdTokenClaims: client.inUserInfo === true, // the ID token has the claims too, as Google's
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', 'picture', 'upn'],
    },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { policy, url: (_context, { uid }) => `/sign-in/${uid}` },
    // Whoever has signed in has agreed to everything.
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
      people.set(sub, { ...sent, email: sent['email']!, emailVerified: 'emailVerified' in sent })
      return provider.interactionFinished(request, response, { login: { accountId: sub }, select_account: {} })
    })
  })
  return {
    url,
    close,
  }
}

const claimsOf = ({ email, emailVerified, name, givenName, familyName, picture, upn }: OpenIdPerson) => ({
  email,
  email_verified: emailVerified,
  name: name || undefined,
  given_name: givenName || undefined,
  family_name: familyName || undefined,
  picture: picture || undefined,
  upn: upn || undefined,
})

const page = `<!doctype html><html lang="en"><title>Sign in</title><h1>Sign in</h1><form method="post">
${['email', 'sub', 'name', 'givenName', 'familyName', 'picture', 'upn'].map((name) => `<p><label>${name} <input name="${name}"></label>`).join('')}
<p><label><input type="checkbox" name="emailVerified" checked> emailVerified</label>
<p><button>Continue</button> <button name="refuse">Cancel</button></form>`

/**
 * What a person does there without a browser: from the address that leads to the provider to the one that leads back.
 * @param person 'refuse': they cancel
 * @returns what the provider sends back
 */
export async function signInAt(
  authUrl: string,
  person: OpenIdPerson | 'refuse',
  browser: Browser = openBrowser(),
): Promise<{ url: URL; method: 'GET' | 'POST'; values: Record<string, string> }> {
  const asked = await browser.follow(authUrl)
  if (!asked.url.pathname.startsWith('/sign-in/'))
    throw new Error(`${asked.url.pathname}: ${await asked.response.text()}`)
  const { emailVerified = true, ...fields } = person === 'refuse' ? { email: '' } : person
  const form = person === 'refuse' ? { refuse: '' } : { ...fields, ...(emailVerified ? { emailVerified: 'on' } : {}) }
  const back = await browser.follow(asked.url, form, (url) => url.origin !== asked.url.origin)
  if (back.url.origin !== asked.url.origin)
    return { url: back.url, method: 'GET', values: Object.fromEntries(back.url.searchParams) }
  const html = await back.response.text()
  return { url: new URL(/action="([^"]+)"/u.exec(html)![1]!), method: 'POST', values: valuesOf(html) }
}
