import { generateKeyPairSync } from 'node:crypto'
import { importSPKI, jwtVerify } from 'jose'
import { expect, test, vi } from 'vitest'
import { readProviders } from '#server/config/providers.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { readerOf } from '#server/config/environment.ts'
import { type Client, withCookies } from '#server/testing/client.ts'
import {
  appleSettings,
  openIdClient,
  type OpenIdPerson,
  openIdSettings,
  signInAt,
} from '#server/testing/openid-provider.ts'
import { installAtSlack, slackClient } from '#server/testing/slack.ts'
import { openIdProvider, slack } from '#server/testing/stand-ins.ts'
import { team } from '#server/testing/team.ts'

const callback = (provider: string) => `http://localhost:3000/api/auth/${provider}/callback`
const { privateKey, publicKey } = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})
const microsoft = await openIdProvider({ redirectUris: [callback('microsoft')] })
const apple = await openIdProvider({
  redirectUris: [callback('apple')],
  acceptsSecret: async (secret) => {
    const { payload, protectedHeader } = await jwtVerify(secret, await importSPKI(publicKey, 'ES256'), {
      issuer: 'TEAM123456',
      subject: openIdClient.clientId,
      audience: apple.url,
      requiredClaims: ['exp', 'iat'],
    })
    return protectedHeader.kid === 'KEY1234567' && payload.exp! - payload.iat! <= 600
  },
})
const workspace = await slack({
  redirectUris: [callback('slack')],
  people: [{ name: 'saeki', real_name: '佐伯美咲', email: 'saeki@example.com' }],
  workspace: '日の出システム',
})
const providers = readProviders(
  readerOf({
    ...openIdSettings('MICROSOFT', microsoft),
    ...appleSettings(apple, privateKey.replaceAll('\n', String.raw`\n`)),
    SLACK_CLIENT_ID: slackClient.clientId,
    SLACK_CLIENT_SECRET: slackClient.clientSecret,
    SLACK_API_URL: workspace.apiUrl,
  }),
)

/**
 * Creates a member with a browser. Our own pages send the bearer token. The tabs that connect an account send only
 * cookies.
 */
async function openSettings(options: Parameters<typeof team>[0] = {}) {
  const made = await team({ providers, ...options })
  const caller = await made.member('佐伯')
  const tab = withCookies(made.visitor())
  const bearer = { authorization: `Bearer ${caller.tokens.access_token}` }
  const takeTicket = (provider: string, headers = {}) =>
    tab.post(`/connections/${provider}/ticket`, undefined, { ...bearer, ...headers })
  return { ...made, caller, tab, takeTicket }
}

/** Opens the first address of a tab. Returns the values with which the provider sends the browser back. */
async function signInAtProvider(tab: Client, provider: 'microsoft' | 'apple', person: OpenIdPerson | 'refuse') {
  const { status, headers } = await tab.get(`/auth/${provider}`)
  expect(status).toBe(303)
  return signInAt(headers['location']!, person)
}
const query = (values: Record<string, string>) => `?${new URLSearchParams(values).toString()}`

test('a member can connect Microsoft in a tab, which closes itself', async () => {
  const { caller, tab, takeTicket } = await openSettings()
  expect((await takeTicket('microsoft')).status).toBe(204)
  const { url, values } = await signInAtProvider(tab, 'microsoft', { email: 'misaki@example.com' })
  expect(url.href).toContain(`${callback('microsoft')}?code=`)
  const page = await tab.get(`/auth/microsoft/callback${query(values)}`)
  expect(page).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } })
  expect(page.body).toContain('<h1>Microsoftに接続しました</h1>')
  expect(page.body).toContain('<body data-provider="Microsoft">')
  expect(page.body).toContain('<script src="/api/auth/tab.js" defer>')
  expect((await tab.get('/auth/tab.js')).headers['content-type']).toBe('text/javascript; charset=utf-8')
  expect((await tab.get('/auth/tab.css')).headers['content-type']).toBe('text/css; charset=utf-8')
  expect((await caller.get('/users/me')).body.connections).toEqual({ microsoft: 'misaki@example.com' })
  expect((await caller.delete('/connections/microsoft')).status).toBe(204)
  expect((await caller.get('/users/me')).body.connections).toEqual({})
})

test('a member can connect Apple, which posts a form to our callback', async () => {
  const { caller, tab, takeTicket, visitor } = await openSettings()
  await takeTicket('apple')
  const { method, url, values } = await signInAtProvider(tab, 'apple', { email: 'misaki@icloud.example.com' })
  expect({ method, url: url.href }).toEqual({ method: 'POST', url: callback('apple') })
  // A form from another site is sent without our cookies.
  const sent = new URLSearchParams({ ...values, user: '{"name":{}}', redirect: 'https://evil.example.com' }).toString()
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const led = await visitor().post('/auth/apple/callback', sent, form)
  expect(led.status).toBe(303)
  expect(led.headers['location']).toMatch(/^\/api\/auth\/apple\/callback\?code=[^&]+&state=[^&]+$/u)
  const page = await tab.get(led.headers['location']!.replace('/api', ''))
  expect(page.body).toContain('<h1>Appleに接続しました</h1>')
  expect((await caller.get('/users/me')).body.connections).toEqual({ apple: 'misaki@icloud.example.com' })
})

test('a member can connect Slack in a tab', async () => {
  const { caller, tab, takeTicket } = await openSettings()
  await takeTicket('slack')
  const { headers } = await tab.get('/auth/slack')
  expect(new URL(headers['location']!).searchParams.get('redirect_uri')).toBe(callback('slack'))
  const values = await installAtSlack(headers['location']!, 'saeki')
  const page = await tab.get(`/auth/slack/callback${query(values)}`)
  expect(page.body).toContain('<h1>Slackに接続しました</h1>')
  expect((await caller.get('/users/me')).body).toMatchObject({
    is_slack_available: true,
    connections: { slack: '日の出システム' },
  })
})

test('redirecting the tab to a provider logs nothing', async () => {
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const { tab, takeTicket } = await openSettings({ logLevel: 'warn' })
  written.mockClear() // drop the sign-in event, which is always logged
  for (const provider of ['slack', 'microsoft', 'apple']) {
    await takeTicket(provider)
    expect((await tab.get(`/auth/${provider}`)).status).toBe(303)
  }
  const lines = written.mock.calls.map(([line]) => String(line)).join('')
  written.mockRestore()
  expect(lines).toBe('')
})

test('a tab without a ticket of its provider shows an error in the visitor’s language', async () => {
  const { tab, takeTicket } = await openSettings()
  await takeTicket('slack')
  const page = await tab.get('/auth/microsoft', { 'accept-language': 'en' })
  expect(page).toMatchObject({ status: 400, headers: { 'content-type': 'text/html; charset=utf-8' } })
  expect(page.headers).not.toHaveProperty('location')
  expect(page.body).toContain('<html lang="ja">') // the language of the ticket
  const other = await tab.get('/auth/microsoft', { 'accept-language': 'en' })
  expect(other.body).toContain('<html lang="en">')
  expect(other.body).toContain('<body data-provider="Microsoft" data-reason="')
})

test('the ticket of a tab is valid once, for two minutes, while its session lasts', async () => {
  const { caller, tab, takeTicket, visitor, clock } = await openSettings()
  const ticketOf = () => ({ cookie: `asakai_ticket=${tab.jar.get('asakai_ticket')}` })
  const open = (cookie: { cookie: string }) => visitor().get('/auth/microsoft', cookie)

  const set = await takeTicket('microsoft')
  expect([set.headers['set-cookie']].flat().join()).toMatch(/Max-Age=120; Path=\/api; HttpOnly; SameSite=Lax$/u)
  const once = ticketOf()
  expect((await open(once)).status).toBe(303)
  expect((await open(once)).status).toBe(400)

  await takeTicket('microsoft')
  const late = ticketOf()
  clock.now = new Date(clock.now.getTime() + 121_000)
  expect((await open(late)).status).toBe(400)

  await takeTicket('microsoft')
  const ended = ticketOf()
  await caller.post('/auth/logout', { refresh_token: caller.tokens.refresh_token })
  expect((await open(ended)).status).toBe(401)
  expect((await takeTicket('microsoft')).status).toBe(401)
})

test('the tab connects no account if the session has ended', async () => {
  const { caller, tab, takeTicket, database, teamId } = await openSettings()
  await takeTicket('microsoft')
  const { values } = await signInAtProvider(tab, 'microsoft', { email: 'late@example.com' })
  await caller.post('/auth/logout', { refresh_token: caller.tokens.refresh_token })
  const page = await tab.get(`/auth/microsoft/callback${query(values)}`)
  expect(page.status).toBe(401)
  expect(page.body).toContain('Microsoftに接続できませんでした')
  expect(
    await withTeamTransaction(database, { teamId }, (db) => db.selectFrom('connections').selectAll().execute()),
  ).toEqual([])
})

test('a provider’s callback is accepted once, in its own browser and with its own state', async () => {
  const { tab, takeTicket, visitor } = await openSettings()
  await takeTicket('microsoft')
  const { values } = await signInAtProvider(tab, 'microsoft', { email: 'once@example.com' })
  expect((await visitor().get(`/auth/microsoft/callback${query(values)}`)).status).toBe(400)
  expect((await tab.get(`/auth/microsoft/callback${query({ ...values, state: 'x' })}`)).status).toBe(400)
  expect((await tab.get('/auth/microsoft/callback?state=a&state=b')).status).toBe(400)
  expect((await tab.get(`/auth/microsoft/callback${query(values)}`)).status).toBe(200)
  const again = await tab.get(`/auth/microsoft/callback${query(values)}`)
  expect(again.status).toBe(400)
  expect(again.body).toContain('このタブは閉じてかまいません。')
})

test('a member who refuses at the provider sees in their language that access was not granted', async () => {
  const { caller, tab, takeTicket } = await openSettings()
  await takeTicket('microsoft', { 'accept-language': 'fr' })
  const { values } = await signInAtProvider(tab, 'microsoft', 'refuse')
  expect(values).toMatchObject({ error: 'access_denied' })
  const page = await tab.get(`/auth/microsoft/callback${query(values)}`)
  expect(page.body).toContain('<html lang="fr">')
  expect(page.body).toContain('L’accès n’a pas été accordé sur Microsoft.')
  expect((await caller.get('/connections')).body.connections).toEqual([])
})

test('the tab reports a failure of the provider without the provider’s own message', async () => {
  const { tab, takeTicket } = await openSettings()
  await takeTicket('microsoft')
  const { values } = await signInAtProvider(tab, 'microsoft', 'refuse')
  const failed = { state: values['state']!, error: '<script>alert(1)</script>', error_description: 'secret' }
  const page = await tab.get(`/auth/microsoft/callback${query(failed)}`)
  expect(page.status).toBe(400)
  expect(page.body).toContain('Microsoftがリクエストを拒否しました。')
  expect(page.body).not.toMatch(/alert|secret/u)
})

test('the tab says that the provider is unreachable', async () => {
  const away = { ...providers, microsoft: { ...providers.microsoft!, issuer: 'http://127.0.0.1:1' } }
  const { tab, takeTicket } = await openSettings({ providers: away })
  await takeTicket('microsoft')
  const page = await tab.get('/auth/microsoft')
  expect(page.status).toBe(503)
  expect(page.body).toContain('Microsoftが応答しません。')
})

test('the server issues no ticket for a provider that is unknown or not set up', async () => {
  const { takeTicket } = await openSettings({ providers: readProviders(readerOf({})) })
  expect(await takeTicket('apple')).toMatchObject({ status: 404, body: { code: 'provider_not_set_up' } })
  expect(await takeTicket('google')).toMatchObject({ status: 404, body: { code: 'not_found' } })
})
