import { readProviders } from '#server/config/providers.ts'
import { readerOf } from '#server/config/environment.ts'
import { type Client, withCookies } from '#server/testing/client.ts'
import { openIdSettings, type OpenIdPerson, signInAt } from '#server/testing/openid-provider.ts'
import { newAddress } from '#server/testing/team.ts'

export const redirectUris = ['http://localhost:3000/oidc/callback', 'http://localhost:3000/google/callback']

/** Returns a function that reads the settings of a deployment with this provider. */
export const settingsOf =
  (company: { url: string }) =>
  (more: Record<string, string> = {}) =>
    readProviders(readerOf({ ...openIdSettings('OIDC', company), OIDC_NAME: '会社アカウント', ...more }))

export const newEmail = () => `${newAddress()}@example.com`

export async function signInAtProvider(browser: Client, person: OpenIdPerson) {
  const { body } = await browser.get('/auth/oidc/login-url')
  return (await signInAt(body.auth_url, person)).values
}

/** Signs in at the company's provider, and reads the member if that succeeds. */
export async function signInAsPerson(visitor: () => Client, person: OpenIdPerson) {
  const browser = withCookies(visitor())
  const { status, body } = await browser.post('/auth/oidc/login', await signInAtProvider(browser, person))
  const me =
    body.access_token && (await browser.get('/users/me', { authorization: `Bearer ${body.access_token}` })).body
  return { browser, status, body, me }
}
