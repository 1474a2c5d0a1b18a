import { beforeEach, expect, test, vi } from 'vitest'
import type { FailureReason } from '#contract/errors.ts'
import { signInProviders } from '#contract/providers.ts'
import type { Config } from '#server/config/config.ts'
import { readProviders } from '#server/config/providers.ts'
import { readerOf } from '#server/config/environment.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { texts } from '#server/text/texts.ts'
import { withCookies } from '#server/testing/client.ts'
import { linesOf } from '#server/testing/events.ts'
import type { Fault } from '#server/testing/fault.ts'
import { discoveryPath, faultyProvider } from '#server/testing/faulty-provider.ts'
import { shortenTimeouts } from '#server/testing/shorten-timeouts.ts'
import { startApp, team } from '#server/testing/team.ts'

/** A provider whose paths give faulty answers. */
const { url, answers: faults, asked, discovery } = await faultyProvider({ status: 500, body: '' })
const gitHubToken = '/login/oauth/access_token'
const granted = { body: { access_token: 'gho_secret', token_type: 'bearer', scope: 'read:user,user:email' } }
const person = { body: { id: 1, login: 'saeki' } }

beforeEach(() => {
  faults.clear()
  faults
    .set(discoveryPath, { body: discovery })
    .set(gitHubToken, granted)
    .set('/user', person)
    .set('/user/emails', { body: [] })
})

let count = 0
/** Returns providers with a new client id, because the discovery of an issuer is cached. */
const newProviders = () =>
  readProviders(
    readerOf({
      GOOGLE_CLIENT_ID: `asakai-${++count}`,
      GOOGLE_CLIENT_SECRET: 'client-secret',
      GOOGLE_ISSUER: url,
      GITHUB_CLIENT_ID: 'asakai',
      GITHUB_CLIENT_SECRET: 'client-secret',
      GITHUB_URL: url,
      GITHUB_API_URL: url,
    }),
  )

/** Returns the response to a member who comes back from the provider and has connected an account before. */
async function comeBack(provider: 'google' | 'github', logLevel: Config['logLevel'] = 'silent') {
  const { member, database, teamId } = await team({ providers: newProviders(), logLevel })
  const caller = await member()
  const row = { team_id: teamId, user_id: caller.user.id, provider, account: 'before', subject: `before-${++count}` }
  await withTeamTransaction(database, { teamId }, (db) =>
    db
      .insertInto('connections')
      .values({ ...row, secret: null })
      .execute(),
  )
  const browser = withCookies(caller)
  const started = await browser.get(`/auth/${provider}/login-url`)
  const state = started.body.auth_url && new URL(started.body.auth_url).searchParams.get('state')
  const answer = state ? await browser.post(`/auth/${provider}/login`, { code: 'secret-code', state }) : started
  expect((await caller.get('/users/me')).body.connections).toEqual({ [provider]: 'before' })
  return answer
}

const limited: Fault = { status: 429, headers: { 'retry-after': '77' }, body: { error: 'slow down' } }
const cases: [provider: 'google' | 'github', path: string, fault: Fault, reason: FailureReason][] = [
  ['google', discoveryPath, { status: 500, body: 'oh no' }, 'unavailable'],
  ['google', discoveryPath, 'hanging up', 'unavailable'],
  ['google', discoveryPath, 'broken JSON', 'invalid_response'],
  ['google', discoveryPath, { body: { ...discovery, issuer: 'https://evil.example.com' } }, 'misconfigured'],
  ['google', '/token', { status: 500, body: { error: 'server_error' } }, 'unavailable'],
  ['google', '/token', { status: 502, body: '<html>' }, 'unavailable'],
  ['google', '/token', limited, 'rate_limited'],
  ['google', '/token', 'hanging up', 'unavailable'],
  ['google', '/token', 'truncated', 'invalid_response'],
  ['google', '/token', 'broken JSON', 'invalid_response'],
  ['google', '/token', { body: { access_token: 'secret', token_type: 'bearer' } }, 'invalid_response'],
  [
    'google',
    '/token',
    { body: { access_token: 'secret', token_type: 'bearer', id_token: 'a.b.c' } },
    'invalid_response',
  ],
  ['google', '/token', { status: 400, body: { error: 'invalid_grant', error_description: 'secret' } }, 'refused'],
  ['google', '/token', { status: 401, body: { error: 'invalid_client' } }, 'misconfigured'],
  ['google', '/token', { status: 400, body: { error: 'redirect_uri_mismatch' } }, 'misconfigured'],
  ['google', '/token', { status: 401, headers: { 'www-authenticate': 'Basic realm="x"' }, body: '' }, 'misconfigured'],
  ['google', '/token', { status: 403, body: '' }, 'refused'],
  ['github', gitHubToken, { body: { error: 'bad_verification_code', error_description: 'secret' } }, 'refused'],
  ['github', gitHubToken, { body: { error: 'incorrect_client_credentials' } }, 'misconfigured'],
  ['github', gitHubToken, { body: { error: 'redirect_uri_mismatch' } }, 'misconfigured'],
  ['github', gitHubToken, { status: 503, body: '' }, 'unavailable'],
  ['github', gitHubToken, limited, 'rate_limited'],
  ['github', gitHubToken, { status: 404, body: 'Not Found' }, 'refused'],
  ['github', gitHubToken, 'broken JSON', 'invalid_response'],
  ['github', gitHubToken, 'truncated', 'invalid_response'],
  ['github', gitHubToken, { body: [] }, 'invalid_response'],
  ['github', '/user', { status: 401, body: { message: 'Bad credentials' } }, 'unauthorized'],
  ['github', '/user', { status: 500, body: '' }, 'unavailable'],
  ['github', '/user', 'truncated', 'invalid_response'],
  ['github', '/user', { body: { login: 'saeki' } }, 'invalid_response'],
  ['github', '/user', { status: 403, headers: { 'x-ratelimit-remaining': '0' }, body: {} }, 'rate_limited'],
  ['github', '/user/emails', { status: 404, body: { message: 'Not Found' } }, 'missing_scope'],
  ['github', '/user/emails', { status: 403, body: {} }, 'missing_scope'],
  ['github', '/user/emails', limited, 'rate_limited'],
  ['github', '/user/emails', 'broken JSON', 'invalid_response'],
]

test.each(cases)(
  'a sign-in with %s whose request to %s gets %o reports “%s”',
  async (provider, path, fault, reason) => {
    faults.set(path, fault)
    const { status, body, headers } = await comeBack(provider)
    const name = { google: 'Google', github: 'GitHub' }[provider]
    const isTransient = ['rate_limited', 'unavailable', 'invalid_response'].includes(reason)
    expect({ status, code: body.code, message: body.message }).toEqual({
      status: isTransient ? 503 : 400,
      code: isTransient ? 'provider_unavailable' : 'connection_refused',
      message: texts('ja')(`providerFailures.${reason}`, { provider: name }),
    })
    if (fault === limited) expect(headers['retry-after']).toBe('77')
    expect(JSON.stringify({ body, headers })).not.toMatch(/secret/u)
  },
)

test.each(signInProviders)('a server without %s answers each request of its sign-in with 404', async (provider) => {
  const { visitor } = await startApp()
  const answer = { state: 'x' }
  for (const call of [
    () => visitor().get(`/auth/${provider}/login-url`),
    () => visitor().post(`/auth/${provider}/login`, { ...answer, code: 'x' }),
    () => visitor().post(`/auth/${provider}/login`, {}),
    () => visitor().post(`/auth/${provider}/refusal`, { ...answer, error: 'access_denied' }),
  ])
    expect(await call()).toMatchObject({ status: 404, body: { code: 'provider_not_set_up' } })
})

test('a sign-in waits at most five seconds for a silent provider', async () => {
  faults.set('/token', 'silence').set(gitHubToken, 'silence')
  const limits = shortenTimeouts()
  const answers = await Promise.all([comeBack('google'), comeBack('github')])
  expect(answers.map(({ status }) => status)).toEqual([503, 503])
  expect(Math.max(...limits)).toBe(5_000)
})

test('a sign-in repeats a failed discovery of the provider, and caches a successful one', async () => {
  const { visitor } = await team({ providers: newProviders() })
  const ask = async () => (await visitor().get('/auth/google/login-url')).status
  faults.set(discoveryPath, { status: 500, body: '' })
  expect(await ask()).toBe(503)
  faults.set(discoveryPath, { body: discovery })
  expect(await ask()).toBe(200)
  const before = asked.length
  expect(await ask()).toBe(200)
  expect(asked.length).toBe(before)
})

test('both users get the error if two sign-ins fail at once', async () => {
  const { visitor } = await team({ providers: newProviders() })
  faults.set(discoveryPath, { status: 500, body: '' })
  const answers = await Promise.all([1, 2].map(() => visitor().get('/auth/google/login-url')))
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
    [503, 'provider_unavailable'],
    [503, 'provider_unavailable'],
  ])
})

test.each([
  ['redirect_uri_mismatch', 'misconfigured', 'error'],
  ['application_suspended', 'misconfigured', 'error'],
  ['server_error', 'refused', 'warn'],
] as const)(
  'the person sees why the provider returned %s, and the log contains the cause',
  async (error, reason, level) => {
    const { app, visitor } = await team({ providers: newProviders(), logLevel: 'warn' })
    const lines = linesOf(app)
    const browser = withCookies(visitor())
    const { body } = await browser.get('/auth/github/login-url')
    const state = new URL(body.auth_url).searchParams.get('state')
    const answer = await browser.post('/auth/github/refusal', { error, state })
    expect([answer.status, answer.body.message]).toEqual([
      400,
      texts('ja')(`providerFailures.${reason}`, { provider: 'GitHub' }),
    ])
    const logged = { level: { error: 50, warn: 40 }[level], provider: 'GitHub', reason, cause: error }
    expect(JSON.parse(lines.at(-1)!)).toMatchObject(logged)
    // Without a sign-in that began in this browser, the error code is not logged: a stranger may have sent the request.
    expect(await visitor().post('/auth/github/refusal', { error, state })).toMatchObject({
      status: 400,
      body: { code: 'sign_in_refused' },
    })
  },
)

test('a failed sign-in logs neither a code nor a token', async () => {
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  faults.set('/token', { status: 400, body: { error: 'invalid_grant', error_description: 'secret' } })
  await comeBack('google', 'debug')
  faults.set('/token', { body: { access_token: 'secret', token_type: 'bearer', id_token: 'secret' } })
  await comeBack('google', 'debug')
  faults.set('/user', { status: 500, body: { message: 'secret' } })
  await comeBack('github', 'debug')
  const lines = written.mock.calls.map(([line]) => String(line)).join('')
  written.mockRestore()
  expect(lines).toContain('/api/auth/google/login')
  expect(lines).toContain('"reason":"invalid_response"')
  expect(lines).not.toMatch(/secret|state=|code=/u)
})
