import { expect, test } from 'vitest'
import { withCookies } from '#server/testing/client.ts'
import { eventsOf } from '#server/testing/events.ts'
import { openIdProvider } from '#server/testing/stand-ins.ts'
import { startOwnApp, team } from '#server/testing/team.ts'
import { signInAtProvider, newEmail, redirectUris, settingsOf, signInAsPerson } from './company.fixture.ts'
import { setUpAllAccess, paused, working } from './leaver.fixture.ts'

const company = await openIdProvider({ redirectUris })
const inUserInfo = await openIdProvider({ redirectUris, inUserInfo: true })
const required = { OIDC_REQUIRED_CLAIM: 'groups:asakai' }
const refused = { status: 403, body: { code: 'not_allowed_here' } }

test.each([
  ['the ID token', company],
  ['UserInfo', inUserInfo],
])('only people with the value of the required claim in %s can sign in (N17.01)', async (_what, provider) => {
  const { visitor } = await team({ providers: settingsOf(provider)(required) })
  const person = { email: newEmail(), groups: ['other', 'asakai'] }
  expect(await signInAsPerson(visitor, person)).toMatchObject({ status: 200, me: { email: person.email } })
  for (const groups of [[], ['other'], ['Asakai']])
    expect(await signInAsPerson(visitor, { email: newEmail(), groups })).toMatchObject(refused)
})

test('a provider account without the value of the required claim cannot be connected', async () => {
  const { member } = await team({ providers: settingsOf(company)(required) })
  const caller = await member()
  const browser = withCookies(caller)
  const connected = (groups: string[]) =>
    signInAtProvider(browser, { email: newEmail(), groups }).then((answer) => browser.post('/auth/oidc/login', answer))
  expect(await connected([])).toMatchObject(refused)
  expect(await connected(['asakai'])).toMatchObject({ status: 200, body: { result: 'connected' } })
})

test('a refused sign-in pauses all of the member’s access until a sign-in succeeds (N17.01)', async () => {
  const here = await startOwnApp({ providers: settingsOf(company)(required), logLevel: 'warn' })
  const events = eventsOf(here.app)
  const person = { sub: 'leaver', email: newEmail(), groups: ['asakai'] }
  const { body, me } = await signInAsPerson(here.visitor, person)
  const ways = await setUpAllAccess({ ...here, now: () => here.clock.now }, body)
  expect(await ways()).toEqual(working)
  expect(await signInAsPerson(here.visitor, { ...person, groups: [] })).toMatchObject(refused)
  await expect.poll(ways).toEqual(paused)
  expect(events()).toContainEqual(
    expect.objectContaining({
      event: 'sign_in_refused',
      member: me.id,
      way: 'oidc',
      reason: 'not_allowed_here',
      cause: 'absent',
    }),
  )
  const { refresh_token } = body
  expect(await here.visitor().post('/auth/refresh', { refresh_token })).toMatchObject({
    status: 401,
    body: { code: 'sign_in_expired' },
  })
  expect(await signInAsPerson(here.visitor, person)).toMatchObject({ status: 200 })
  expect(await ways()).toMatchObject({ browser: 'session_ended', token: 'ok', mcp: 'ok', calendar: 'ok' })
})

test('a member whose access is paused cannot sign in by password', async () => {
  const here = await team({ providers: settingsOf(company)(required) })
  const member = await here.member()
  const browser = withCookies(member)
  const person = { sub: 'by-password', email: newEmail(), groups: ['asakai'] }
  await browser.post('/auth/oidc/login', await signInAtProvider(browser, person))
  expect(await signInAsPerson(here.visitor, { ...person, groups: ['other'] })).toMatchObject(refused)
  const login = { username: member.user.email, password: 'correct horse battery' }
  expect(await here.visitor().post('/auth/login', login)).toMatchObject({
    status: 401,
    body: { code: 'sign_in_expired' },
  })
})
