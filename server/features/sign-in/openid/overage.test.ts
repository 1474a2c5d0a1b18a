import { expect, test } from 'vitest'
import { eventsOf } from '#server/testing/events.ts'
import { startOwnApp } from '#server/testing/team.ts'
import { settingsOf } from './company.fixture.ts'
import { providerOfWrittenTokens } from './written-tokens.fixture.ts'

const { issuer, signIn } = await providerOfWrittenTokens()
const read = settingsOf({ url: issuer })
/** The claims of a member in more than 200 groups: Entra says that it leaves out the groups. */
const omitted = {
  _claim_names: { groups: 'src1' },
  _claim_sources: { src1: { endpoint: 'https://graph.microsoft.com/v1.0/users/x/getMemberObjects' } },
}

test.each([
  ['sends only the address of the groups', omitted],
  ['says only that the person has groups', { hasgroups: true }],
])('a sign-in is refused, without a pause of access, if Entra %s', async (_what, claims) => {
  const here = await startOwnApp({ providers: read({ OIDC_REQUIRED_CLAIM: 'groups:asakai' }), logLevel: 'warn' })
  const events = eventsOf(here.app)
  const first = await signIn(here.visitor, { groups: ['asakai'] })
  expect(first.status).toBe(200)
  const second = await signIn(here.visitor, claims)
  expect(second).toMatchObject({ status: 403, body: { code: 'not_allowed_here' } })
  expect(await first.isIn()).toBe(true)
  expect(events()).toContainEqual(expect.objectContaining({ reason: 'not_allowed_here', cause: 'overage' }))
})

test('a sign-in changes no administrator right if Entra omits the groups', async () => {
  const here = await startOwnApp({ providers: read({ OIDC_ADMIN_CLAIM: 'groups:admins' }), logLevel: 'warn' })
  const events = eventsOf(here.app)
  const other = { sub: 'other', email: 'other@example.com' }
  expect((await signIn(here.visitor, { ...other, groups: ['admins'] })).status).toBe(200)
  const misaki = await signIn(here.visitor, { groups: ['admins'] })
  expect((await (await signIn(here.visitor, omitted)).me()).body.is_admin).toBe(true)
  expect((await misaki.me()).body.is_admin).toBe(true)
  expect((await (await signIn(here.visitor, { groups: [] })).me()).body.is_admin).toBe(false)
  expect((await (await signIn(here.visitor, omitted)).me()).body.is_admin).toBe(false)
  expect(events()).toContainEqual(expect.objectContaining({ event: 'administrator_claim_ignored', reason: 'overage' }))
})
