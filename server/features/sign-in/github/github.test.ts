import { expect, test } from 'vitest'
import { requireSecret } from '#server/access/provider-secrets/operations.ts'
import { gitHubProviders } from '#server/features/sign-in/provider-sign-in/github.fixture.ts'
import { type Client, withCookies } from '#server/testing/client.ts'
import { githubClient, signInAtGitHub } from '#server/testing/github.ts'
import { runJobs } from '#server/testing/jobs.ts'
import { gitHub } from '#server/testing/stand-ins.ts'
import { startApp, team } from '#server/testing/team.ts'

const logins = [
  'newcomer',
  'nameless',
  'unproven',
  'connector',
  'widened',
  'closed',
  'refuser',
  'quiet',
  'secretive',
  'leaver',
  'reader',
  'passwordless',
  'stateless',
  'linker',
]
const github = await gitHub({
  redirectUris: ['http://localhost:3000/github/callback'],
  people: logins.map((login) => ({
    login,
    email: `${login}@example.com`,
    name: login === 'nameless' ? '' : '早川 直樹',
  })),
})
const providers = gitHubProviders(github)

async function signInAtProvider(browser: Client, login: string) {
  const { body } = await browser.get('/auth/github/login-url')
  return (await signInAtGitHub(body.auth_url, login)).values
}

test('a sign-in asks GitHub only for the identity, and connecting asks for issues', async () => {
  const { visitor, member } = await team({ providers })
  const url = new URL((await visitor().get('/auth/github/login-url')).body.auth_url)
  expect(url.href).toContain(`${github.url}/login/oauth/authorize?`)
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    client_id: 'asakai',
    redirect_uri: 'http://localhost:3000/github/callback',
    scope: 'read:user user:email',
    code_challenge_method: 'S256',
  })
  const connecting = new URL((await (await member()).get('/auth/github/login-url')).body.auth_url)
  expect(connecting.searchParams.get('scope')).toBe('read:user user:email repo')
})

test('a newcomer gets an account in their language by a GitHub sign-in', async () => {
  const { visitor } = await startApp({ providers })
  const browser = withCookies(visitor())
  const login = await browser.post('/auth/github/login', await signInAtProvider(browser, 'newcomer'), {
    'accept-language': 'de',
  })
  expect(login).toMatchObject({ status: 200, body: { result: 'login', token_type: 'Bearer' } })
  expect(browser.jar.has('asakai_device')).toBe(true)
  const me = await browser.get('/users/me', { authorization: `Bearer ${login.body.access_token}` })
  expect(me.body).toMatchObject({
    first_name: '直樹',
    family_name: '早川',
    email: 'newcomer@example.com',
    github_username: 'newcomer',
    github_avatar_url: `${github.url}/avatars/u/newcomer`,
    settings: { language: 'de' },
    connections: { github: 'newcomer' },
  })
  const again = await browser.post('/auth/github/login', await signInAtProvider(browser, 'newcomer'))
  const same = await browser.get('/users/me', { authorization: `Bearer ${again.body.access_token}` })
  expect(same.body.id).toBe(me.body.id)
})

test('the GitHub sign-in returns the text that the client added to the state', async () => {
  const { visitor } = await startApp({ providers })
  const browser = withCookies(visitor())
  const { body } = await browser.get(`/auth/github/login-url?state=${encodeURIComponent('/settings?tab=日本')}`)
  const { values } = await signInAtGitHub(body.auth_url, 'newcomer')
  expect(Buffer.from(values['state']!.split('.')[1]!, 'base64url').toString()).toBe('/settings?tab=日本')
  expect((await browser.post('/auth/github/login', values)).status).toBe(200)
})

test('a person without a name at GitHub is named by the login', async () => {
  const { visitor } = await startApp({ providers })
  const browser = withCookies(visitor())
  const { body } = await browser.post('/auth/github/login', await signInAtProvider(browser, 'nameless'))
  const me = await browser.get('/users/me', { authorization: `Bearer ${body.access_token}` })
  expect(me.body).toMatchObject({ preferred_name: 'nameless' })
})

test('a GitHub sign-in makes an account only with a verified primary email', async () => {
  const { visitor } = await startApp({ providers })
  const browser = withCookies(visitor())
  github.setEmails('unproven', [
    { email: 'unproven@example.com', primary: true, verified: false },
    { email: 'other@example.com', primary: false, verified: true },
  ])
  const { status, body } = await browser.post('/auth/github/login', await signInAtProvider(browser, 'unproven'))
  expect({ status, code: body.code }).toEqual({ status: 403, code: 'email_unverified' })
  github.setEmails('unproven', [
    { email: 'second@example.com', primary: false, verified: true },
    { email: 'first@example.com', primary: true, verified: true },
  ])
  const login = await browser.post('/auth/github/login', await signInAtProvider(browser, 'unproven'))
  const me = await browser.get('/users/me', { authorization: `Bearer ${login.body.access_token}` })
  expect(me.body.email).toBe('first@example.com')
})

test('the operator’s sign-up settings also apply to a GitHub sign-in', async () => {
  const { visitor, member } = await team({ providers, signUp: 'closed' })
  await member()
  const browser = withCookies(visitor())
  const { status, body } = await browser.post('/auth/github/login', await signInAtProvider(browser, 'closed'))
  expect({ status, code: body.code }).toEqual({ status: 403, code: 'sign_up_closed' })
  const domains = await startApp({ providers, signUpDomains: ['example.org'] })
  const other = withCookies(domains.visitor())
  const refused = await other.post('/auth/github/login', await signInAtProvider(other, 'closed'))
  expect(refused).toMatchObject({ status: 403, body: { code: 'email_domain_refused' } })
})

test('a GitHub code without a state is valid once, in the browser that began the sign-in', async () => {
  const { visitor, member } = await team({ providers })
  const refused = { status: 400, body: { code: 'sign_in_refused' } }
  const browser = withCookies(visitor())
  const { code } = await signInAtProvider(browser, 'stateless')
  expect(await visitor().post('/auth/github/login', { code })).toMatchObject(refused)
  expect(await browser.post('/auth/github/login', { code })).toMatchObject({ status: 200, body: { result: 'login' } })
  expect(await browser.post('/auth/github/login', { code })).toMatchObject(refused)

  const connecting = withCookies(await member())
  const back = await signInAtProvider(connecting, 'linker')
  expect((await connecting.post('/auth/github/login', { code: back['code'] })).body).toEqual({ result: 'connected' })
})

test('a GitHub code from another browser’s sign-in is rejected', async () => {
  const { visitor } = await startApp({ providers })
  const [attacker, victim] = [withCookies(visitor()), withCookies(visitor())]
  const { code } = await signInAtProvider(attacker, 'refuser')
  await victim.get('/auth/github/login-url')
  expect(await victim.post('/auth/github/login', { code })).toMatchObject({
    status: 400,
    body: { code: 'connection_refused' },
  })
})

test('the state of a GitHub sign-in is valid once, in its own browser', async () => {
  const { visitor } = await startApp({ providers })
  const browser = withCookies(visitor())
  const back = await signInAtProvider(browser, 'refuser')
  const refused = { status: 400, body: { code: 'sign_in_refused' } }
  for (const state of ['', 'made up'])
    expect(await browser.post('/auth/github/login', { ...back, state })).toMatchObject(refused)
  expect(await visitor().post('/auth/github/login', back)).toMatchObject(refused)
  const again = await signInAtProvider(browser, 'refuser')
  expect((await browser.post('/auth/github/login', again)).status).toBe(200)
  expect(await browser.post('/auth/github/login', again)).toMatchObject(refused)
})

test('a later sign-in does not narrow the grant of a connected GitHub account', async () => {
  const { app, member, visitor, teamId, clock } = await team({ providers })
  const caller = await member()
  const browser = withCookies(caller)
  expect((await browser.post('/auth/github/login', await signInAtProvider(browser, 'widened'))).body).toEqual({
    result: 'connected',
  })
  const storedGrant = () => requireSecret(app.services, { teamId, userId: caller.user.id }, 'github')
  const granted = await storedGrant()
  expect(granted).toMatchObject({
    account: 'widened',
    subject: expect.stringMatching(/^http:\/\/\S+ \d+$/u),
    secret: { access_token: expect.stringMatching(/^gho_/u), scopes: ['read:user', 'user:email', 'repo'] },
  })
  clock.now = new Date(clock.now.getTime() + 1_000)
  const visiting = withCookies(visitor())
  expect((await visiting.post('/auth/github/login', await signInAtProvider(visiting, 'widened'))).status).toBe(200)
  expect(await storedGrant()).toEqual(granted)
  expect((await caller.get('/users/me')).body).toMatchObject({
    github_username: 'widened',
    connections: { github: 'widened' },
  })
})

test('connecting GitHub asks for no write access if the operator allows only public issues', async () => {
  const { member } = await team({ providers: { ...providers, github: { ...providers.github!, issueScope: '' } } })
  const caller = await member()
  const browser = withCookies(caller)
  const { body } = await browser.get('/auth/github/login-url')
  expect(new URL(body.auth_url).searchParams.get('scope')).toBe('read:user user:email')
  const { values } = await signInAtGitHub(body.auth_url, 'reader')
  expect((await browser.post('/auth/github/login', values)).body).toEqual({ result: 'connected' })
  const [connection] = (await caller.get('/connections')).body.connections
  expect(connection).toEqual({ provider: 'github', account: 'reader', connected_at: expect.any(String) })
})

test('a member cannot connect a GitHub account that another member has connected', async () => {
  const { member } = await team({ providers })
  const elsewhere = await team({ providers })
  const [first, second, third] = [await member('早川'), await member('佐伯'), await elsewhere.member('森')]
  const browser = withCookies(first)
  expect((await browser.post('/auth/github/login', await signInAtProvider(browser, 'connector'))).status).toBe(200)
  for (const other of [second, third]) {
    const tab = withCookies(other)
    const answer = await tab.post('/auth/github/login', await signInAtProvider(tab, 'connector'))
    expect(answer).toMatchObject({ status: 409, body: { code: 'account_elsewhere' } })
    expect((await other.get('/users/me')).body).toMatchObject({ github_username: null, connections: {} })
  }
  // The member may connect another GitHub account instead.
  expect((await browser.post('/auth/github/login', await signInAtProvider(browser, 'quiet'))).status).toBe(200)
  expect((await first.get('/users/me')).body.connections).toEqual({ github: 'quiet' })
})

test('the sign-in rejects a code that GitHub does not know', async () => {
  const { visitor } = await startApp({ providers })
  const browser = withCookies(visitor())
  const { state } = await signInAtProvider(browser, 'secretive')
  const { status, body } = await browser.post('/auth/github/login', { code: 'made up', state })
  expect({ status, ...body }).toMatchObject({
    status: 400,
    code: 'connection_refused',
    message: 'GitHubがリクエストを拒否しました。入力内容を確認して、もう一度お試しください。',
  })
})

test('the GitHub sign-in reports a wrong client secret without showing the secret', async () => {
  const wrong = { ...providers, github: { ...providers.github!, clientSecret: 'another secret' } }
  const { visitor } = await startApp({ providers: wrong })
  const browser = withCookies(visitor())
  const { status, body } = await browser.post('/auth/github/login', await signInAtProvider(browser, 'secretive'))
  expect({ status, code: body.code }).toEqual({ status: 400, code: 'connection_refused' })
  expect(JSON.stringify(body)).not.toContain('secret')
})

test('disconnecting revokes the grant at GitHub', async () => {
  const { app, member } = await team({ providers })
  const caller = await member()
  const browser = withCookies(caller)
  await browser.post('/auth/github/login', await signInAtProvider(browser, 'leaver'))
  await runJobs(app) // finish the jobs of earlier tests
  const before = github.calls.length
  expect((await caller.delete('/connections/github')).status).toBe(204)
  const us = Buffer.from(`${githubClient.clientId}:${githubClient.clientSecret}`).toString('base64')
  expect(await runJobs(app)).toEqual([])
  expect(github.calls.slice(before).filter(({ method }) => method === 'DELETE')).toEqual([
    { method: 'DELETE', path: '/applications/asakai/grant', authorization: `Basic ${us}` },
  ])
})

test('a member cannot disconnect GitHub if it is the only way to sign in', async () => {
  const { visitor } = await startApp({ providers })
  const browser = withCookies(visitor())
  const { body } = await browser.post('/auth/github/login', await signInAtProvider(browser, 'passwordless'))
  const bearer = { authorization: `Bearer ${body.access_token}` }
  expect(await browser.delete('/connections/github', bearer)).toMatchObject({
    status: 409,
    body: { code: 'last_way_in' },
  })
  expect((await browser.get('/users/me', bearer)).body.connections).toEqual({ github: 'passwordless' })
  const chosen = { new_password: 'kazagumo', confirm_password: 'kazagumo' }
  expect((await browser.patch('/users/me/password', chosen, bearer)).status).toBe(204)
  expect((await browser.delete('/connections/github', bearer)).status).toBe(204)
  const login = { username: 'passwordless@example.com', password: 'kazagumo' }
  expect((await visitor().post('/auth/login', login)).status).toBe(200)
})
