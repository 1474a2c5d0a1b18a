import { expect, test } from 'vitest'
import { withEveryTeamTransaction } from '#server/db/database.ts'
import { freePort } from '#server/testing/free-port.ts'
import { eventsOf } from '#server/testing/events.ts'
import { openIdProvider } from '#server/testing/stand-ins.ts'
import { startApp, startOwnApp } from '#server/testing/team.ts'
import { newEmail, redirectUris, settingsOf, signInAsPerson } from './company.fixture.ts'
import { setUpAllAccess, working } from './leaver.fixture.ts'

const port = await freePort()
const path = '/auth/oidc/backchannel-logout'
const company = await openIdProvider({ redirectUris, logoutUri: `http://127.0.0.1:${port}/api${path}` })
const providers = settingsOf(company)()
const form = { 'content-type': 'application/x-www-form-urlencoded' }

test('a logout at the provider ends only the session of that browser (N17.04)', async () => {
  const here = await startOwnApp({ providers, logLevel: 'warn' })
  const events = eventsOf(here.app)
  await here.app.listen({ port, host: '127.0.0.1' })
  const person = { sub: 'leaver', email: newEmail() }
  const [first, second] = [await signInAsPerson(here.visitor, person), await signInAsPerson(here.visitor, person)]
  const now = () => here.clock.now
  const [ways, others] = [
    await setUpAllAccess({ ...here, now }, first.body),
    await setUpAllAccess({ ...here, now }, second.body),
  ]
  const sids = await withEveryTeamTransaction(here.database, (db) =>
    db.selectFrom('sessions').where('user_id', '=', first.me.id).orderBy('id').select('company_session').execute(),
  )
  const [issuer, sid] = sids[0]!.company_session!.split(' ')
  expect(issuer).toBe(company.url)
  await company.logOut('leaver', sid!)
  await expect.poll(ways).toEqual({ ...working, browser: 'session_ended', screen: 'ended' })
  expect(await others()).toEqual(working)
  expect(events()).toContainEqual(
    expect.objectContaining({ event: 'session_ended', member: first.me.id, sessions: 'one', way: 'oidc' }),
  )
})

test('a provider’s logout request is answered with 404 if no provider is configured', async () => {
  const { visitor } = await startApp()
  const { status, body } = await visitor().post(path, 'logout_token=x', form)
  expect([status, body.code]).toEqual([404, 'provider_not_set_up'])
})
