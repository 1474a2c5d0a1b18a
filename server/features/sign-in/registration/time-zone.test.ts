import { expect, test } from 'vitest'
import { readProviders } from '#server/config/providers.ts'
import { readerOf } from '#server/config/environment.ts'
import { type Client, withCookies } from '#server/testing/client.ts'
import { gitHubSettings, signInAtGitHub } from '#server/testing/github.ts'
import { openMailbox, tokenIn } from '#server/testing/mailbox.ts'
import { openIdSettings, signInAt } from '#server/testing/openid-provider.ts'
import { gitHub, openIdProvider } from '#server/testing/stand-ins.ts'
import { newAddress, startApp } from '#server/testing/team.ts'

// Tests of the time zone of a new team (E1.10).
const openId = await openIdProvider({
  redirectUris: ['http://localhost:3000/google/callback', 'http://localhost:3000/oidc/callback'],
})
const logins = ['New_York', 'none', 'unknown', 'wrong']
const github = await gitHub({
  redirectUris: ['http://localhost:3000/github/callback'],
  people: logins.map((login) => ({ login, email: `${login}-zone@example.com`, name: '早川 直樹' })),
})
const providers = readProviders(
  readerOf({ ...openIdSettings('GOOGLE', openId), ...openIdSettings('OIDC', openId), ...gitHubSettings(github) }),
)

type Sent = { time_zone?: string }
type Made = { status: number; body: { access_token?: string } & Record<string, unknown> }
const newEmail = () => `zone-${newAddress()}@example.com`
const names = { first_name: '直樹', family_name: '早川', preferred_name: '' }
const secret = 'kazagumo 9 letters'

const through = async (browser: Client, provider: 'google' | 'oidc', sent: Sent): Promise<Made> => {
  const { body } = await browser.get(`/auth/${provider}/login-url`)
  const { values } = await signInAt(body.auth_url, { email: newEmail(), name: '早川 直樹' })
  return browser.post(`/auth/${provider}/login`, { ...values, ...sent })
}

/** The ways to create an account with its own team. Each returns the response of the call that created the account. */
const ways: Record<string, (browser: Client, sent: Sent, login: string) => Promise<Made>> = {
  password: async (browser, sent) => {
    const email = newEmail()
    const made = await browser.post('/onboarding', { ...names, email, password: secret, ...sent })
    return made.status === 201 ? browser.post('/auth/login', { username: email, password: secret }) : made
  },
  Google: async (browser, sent) => {
    await through(browser, 'google', {})
    return browser.post('/users/google/onboarding', { ...names, password: secret, confirm_password: secret, ...sent })
  },
  OpenID: (browser, sent) => through(browser, 'oidc', sent),
  GitHub: async (browser, sent, login) => {
    const { body } = await browser.get('/auth/github/login-url')
    const { values } = await signInAtGitHub(body.auth_url, login)
    return browser.post('/auth/github/login', { ...values, ...sent })
  },
}

const zoneOf = async (browser: Client, { access_token }: Made['body']) =>
  (await browser.get('/users/me', { authorization: `Bearer ${access_token}` })).body.team.time_zone

test.each(Object.keys(ways))(
  'a team made by a %s sign-up has the browser’s time zone if PostgreSQL knows it',
  async (way) => {
    const { visitor } = await startApp({ providers, signUp: 'new-team' })
    const make = async (sent: Sent, login: string) => {
      const browser = withCookies(visitor())
      return { browser, ...(await ways[way]!(browser, sent, login)) }
    }
    const made = await make({ time_zone: 'America/New_York' }, 'New_York')
    expect(made.status).toBe(200)
    expect(await zoneOf(made.browser, made.body)).toBe('America/New_York')
    const without = await make({}, 'none')
    expect(await zoneOf(without.browser, without.body)).toBe('Asia/Tokyo')
    // Node knows the zone AET, but PostgreSQL does not.
    const unknown = await make({ time_zone: 'AET' }, 'unknown')
    expect(await zoneOf(unknown.browser, unknown.body)).toBe('Asia/Tokyo')
    expect(await make({ time_zone: 'Mars/Olympus' }, 'wrong')).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', errors: [{ field: 'time_zone' }] },
    })
  },
)

test.each([
  ['keeps the browser’s time zone until the link is opened', 'America/New_York', 'America/New_York'],
  ['drops a time zone that PostgreSQL does not know', 'AET', 'Asia/Tokyo'],
])('an unconfirmed sign-up %s', async (_what, time_zone, zoneOfTeam) => {
  const mailbox = await openMailbox()
  const { visitor } = await startApp({
    signUp: 'new-team',
    signUpDomains: ['example.com'],
    mail: { url: mailbox.url, from: 'asakai@example.com' },
  })
  const browser = withCookies(visitor())
  const registration = { ...names, email: newEmail(), password: secret, time_zone }
  expect((await browser.post('/onboarding', registration)).body.time_zone).toBe(time_zone)
  const { body } = await browser.post('/auth/email-proof', { token: tokenIn(await mailbox.next()) })
  expect(await zoneOf(browser, body)).toBe(zoneOfTeam)
})
