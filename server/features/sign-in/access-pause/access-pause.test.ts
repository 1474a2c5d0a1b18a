import { expect, test } from 'vitest'
import { updateCompanySignIn } from '#server/db/accounts/access-pause.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import {
  signInAtProvider,
  newEmail,
  redirectUris,
  settingsOf,
  signInAsPerson,
} from '#server/features/sign-in/openid/company.fixture.ts'
import { setUpAllAccess, paused, working } from '#server/features/sign-in/openid/leaver.fixture.ts'
import { client, withCookies } from '#server/testing/client.ts'
import { eventsOf } from '#server/testing/events.ts'
import { answeredOrWaiting } from '#server/testing/locks.ts'
import { openMailbox } from '#server/testing/mailbox.ts'
import { openIdProvider } from '#server/testing/stand-ins.ts'
import { newAddress, startOwnApp, team } from '#server/testing/team.ts'
import { pauseOldSignIns } from './operations.ts'

const company = await openIdProvider({ redirectUris })
const only = settingsOf(company)({ OIDC_ONLY: 'true' })
const day = 86_400_000 // milliseconds
type Clock = { now: Date }
const advanceClock = (clock: Clock, days: number) => void (clock.now = new Date(clock.now.getTime() + days * day))
const bearer = (app: Parameters<typeof client>[0], token: string) =>
  client(app, newAddress(), { authorization: `Bearer ${token}` })

test('a member’s access pauses if the last provider sign-in exceeds the maximum age (N17.03)', async () => {
  const here = await startOwnApp({ providers: only, logLevel: 'warn' })
  const events = eventsOf(here.app)
  const person = { sub: 'leaver', email: newEmail() }
  const { body, me } = await signInAsPerson(here.visitor, person)
  const ways = await setUpAllAccess({ ...here, now: () => here.clock.now }, body)
  const aliveFor = async (days: number) => {
    advanceClock(here.clock, days)
    const { body: fresh } = await here.visitor().post('/auth/refresh', { refresh_token: body.refresh_token })
    Object.assign(body, fresh)
    await pauseOldSignIns(here.app.services)
    return (await bearer(here.app, body.access_token).get('/users/me')).status
  }
  expect(await aliveFor(6.9)).toBe(200)
  expect(await ways()).toMatchObject({ token: 'ok', calendar: 'ok', screen: 'open', tokenScreen: 'open' })
  expect(await aliveFor(0.2)).toBe(401)
  await expect
    .poll(ways)
    .toMatchObject({ ...paused, browser: expect.stringMatching(/^(?:session_ended|not_signed_in)$/u) })
  expect(events()).toContainEqual(expect.objectContaining({ event: 'access_paused', member: me.id, reason: 'expired' }))
  expect(await here.visitor().post('/auth/refresh', { refresh_token: body.refresh_token })).toMatchObject({
    status: 401,
    body: { code: 'sign_in_expired' },
  })
  expect((await signInAsPerson(here.visitor, person)).me.id).toBe(me.id)
  await pauseOldSignIns(here.app.services)
  expect(await ways()).toMatchObject({ token: 'ok', mcp: 'ok', grant: 'ok', calendar: 'ok' })
})

test('an access token of a paused member gets the error sign_in_expired until the next sign-in', async () => {
  const here = await startOwnApp({ providers: only })
  const person = { sub: 'program', email: newEmail() }
  const { body } = await signInAsPerson(here.visitor, person)
  const ways = await setUpAllAccess({ ...here, now: () => here.clock.now }, body)
  advanceClock(here.clock, 8)
  await pauseOldSignIns(here.app.services)
  expect(await ways()).toMatchObject({
    token: 'sign_in_expired',
    mcp: 'sign_in_expired',
    grant: 'sign_in_expired',
    calendar: 'sign_in_expired',
  })
  await signInAsPerson(here.visitor, person)
  expect(await ways()).toMatchObject({ token: 'ok', mcp: 'ok', grant: 'ok', calendar: 'ok' })
})

test('the maximum age counts from the first check for a member who never signed in at the provider', async () => {
  const here = await team({ providers: only })
  const member = await here.member()
  const alive = async () =>
    (await here.visitor().post('/auth/refresh', { refresh_token: member.tokens.refresh_token })).body
  advanceClock(here.clock, 6)
  await pauseOldSignIns(here.app.services)
  Object.assign(member.tokens, await alive())
  advanceClock(here.clock, 6)
  await pauseOldSignIns(here.app.services)
  Object.assign(member.tokens, await alive())
  advanceClock(here.clock, 1.5)
  await pauseOldSignIns(here.app.services)
  expect((await alive()).code).toBe('sign_in_expired')
})

test('with other sign-in methods, the maximum age applies only to members who have connected the provider', async () => {
  const here = await team({ providers: settingsOf(company)({ OIDC_MAX_AGE_DAYS: '1' }) })
  const [plain, connected] = [await here.member(), await here.member()]
  const browser = withCookies(connected)
  const answer = await signInAtProvider(browser, { email: newEmail() })
  expect((await browser.post('/auth/oidc/login', answer)).body).toEqual({ result: 'connected' })
  advanceClock(here.clock, 1.1)
  await pauseOldSignIns(here.app.services)
  const refreshed = async ({ tokens }: typeof plain) =>
    (await here.visitor().post('/auth/refresh', { refresh_token: tokens.refresh_token })).body.code
  expect([await refreshed(plain), await refreshed(connected)]).toEqual([undefined, 'sign_in_expired'])
})

test('removing the maximum age of sign-ins ends all pauses', async () => {
  const here = await startOwnApp({ providers: only })
  const { body } = await signInAsPerson(here.visitor, { email: newEmail() })
  const ways = await setUpAllAccess({ ...here, now: () => here.clock.now }, body)
  expect(await ways()).toEqual(working)
  advanceClock(here.clock, 8)
  await pauseOldSignIns(here.app.services)
  expect((await ways()).token).toBe('sign_in_expired')
  Object.assign(here.app.services.config, { providers: settingsOf(company)() })
  await pauseOldSignIns(here.app.services)
  expect(await ways()).toMatchObject({ browser: 'not_signed_in', token: 'ok', calendar: 'ok' })
})

test('owners of access tokens get one email two days before the pause', async () => {
  const mailbox = await openMailbox()
  const now = new Date('2026-10-23T03:00:00Z')
  const here = await team({ providers: only, mail: { url: mailbox.url, from: 'asakai@example.com' }, now })
  const [owner, other] = [await here.member('早川', { language: 'en' }), await here.member('佐藤')]
  await withTeamTransaction(here.database, here, (db) =>
    db.updateTable('users').set({ company_sign_in_at: now }).where('team_id', '=', here.teamId).execute(),
  )
  const draft = { name: 'program', scopes: ['read'], expires_on: '2026-12-01' }
  expect((await owner.post('/tokens', draft)).status).toBe(201)
  const notices = () => mailbox.mails.filter(({ text }) => text.includes('pause until'))
  advanceClock(here.clock, 4.9)
  await pauseOldSignIns(here.app.services)
  advanceClock(here.clock, 0.2)
  await pauseOldSignIns(here.app.services)
  await pauseOldSignIns(here.app.services)
  await expect.poll(notices).toHaveLength(1)
  expect(notices()[0]).toMatchObject({ to: owner.user.email, subject: 'Your access tokens pause soon' })
  expect(notices()[0]!.text).toContain('On 30 October 2026 at 12:00 (GMT+9), your access tokens')
  expect(mailbox.mails.map(({ to }) => to)).not.toContain(other.user.email)
})

test('a member who signs in during the check is not paused', async () => {
  const here = await team({ providers: only })
  const member = await here.member()
  await pauseOldSignIns(here.app.services)
  advanceClock(here.clock, 7.1)
  const { checked } = await withTeamTransaction(here.database, here, async (db) => {
    const own = { teamId: here.teamId, userId: member.user.id }
    await updateCompanySignIn(db, own, here.clock.now)
    const pausing = pauseOldSignIns(here.app.services)
    expect(await answeredOrWaiting(db, pausing)).toBe(false)
    return { checked: pausing }
  })
  await checked
  const answer = await here.visitor().post('/auth/refresh', { refresh_token: member.tokens.refresh_token })
  expect(answer.body.code).not.toBe('sign_in_expired')
})
