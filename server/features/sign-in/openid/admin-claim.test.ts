import { expect, test } from 'vitest'
import { eventsOf } from '#server/testing/events.ts'
import { openMailbox } from '#server/testing/mailbox.ts'
import { openIdProvider } from '#server/testing/stand-ins.ts'
import { startOwnApp, team } from '#server/testing/team.ts'
import { testDatabase } from '#server/testing/database.ts'
import { withEveryTeamTransaction } from '#server/db/database.ts'
import { pauseAccess } from '#server/features/sign-in/access-pause/operations.ts'
import { newEmail, redirectUris, settingsOf, signInAsPerson } from './company.fixture.ts'

const company = await openIdProvider({ redirectUris })
const providers = settingsOf(company)({ OIDC_ADMIN_CLAIM: 'groups:admins' })

/** Creates a deployment with one team. Its administrator has the claim. */
async function office() {
  const mailbox = await openMailbox()
  const mail = { url: mailbox.url, from: 'asakai@example.com' }
  const here = await startOwnApp({ providers, mail, logLevel: 'warn', database: await testDatabase() })
  const events = eventsOf(here.app)
  const chief = { sub: 'chief', email: newEmail(), name: 'Chief Saeki', groups: ['admins'] }
  const first = await signInAsPerson(here.visitor, chief)
  const signIn = (person: Parameters<typeof signInAsPerson>[1]) => signInAsPerson(here.visitor, person)
  return { ...here, mailbox, events, chief, first, signIn }
}

test('each sign-in gives or takes the administrator right as the claim says (N17.02)', async () => {
  const { signIn, first, mailbox, chief, events } = await office()
  expect(first.me.is_admin).toBe(true)
  const person = { sub: 'ren', email: newEmail(), name: 'Ren Hayakawa', groups: ['staff'] }
  expect((await signIn(person)).me.is_admin).toBe(false)
  expect((await signIn({ ...person, groups: ['staff', 'admins'] })).me.is_admin).toBe(true)
  await expect
    .poll(() =>
      mailbox.mails.filter(({ subject }) => subject === 'Ren Hayakawaさんが管理者になりました').map(({ to }) => to),
    )
    .toEqual([chief.email])
  expect((await signIn({ ...person, groups: [] })).me.is_admin).toBe(false)
  expect(
    events()
      .filter(({ by }) => by === 'oidc')
      .map(({ event }) => event),
  ).toEqual(['administrator_made', 'administrator_removed'])
})

test('a member who loses the administrator right at a sign-in loses it in all sessions', async () => {
  const { signIn, visitor } = await office()
  const person = { sub: 'two', email: newEmail(), groups: ['admins'] }
  const { body, me } = await signIn(person)
  await signIn({ ...person, groups: [] })
  const bearer = { authorization: `Bearer ${body.access_token}` }
  const change = await visitor().patch(`/users/${me.id}`, { is_active: true }, bearer)
  expect(change).toMatchObject({ status: 403, body: { code: 'admins_only' } })
})

test('the last administrator keeps the administrator right without the claim until another administrator exists', async () => {
  const { signIn, chief, events } = await office()
  expect((await signIn({ ...chief, groups: [] })).me.is_admin).toBe(true)
  expect(events()).toContainEqual(
    expect.objectContaining({ event: 'administrator_claim_ignored', reason: 'last_admin' }),
  )
  await signIn({ sub: 'next', email: newEmail(), groups: ['admins'] })
  expect((await signIn({ ...chief, groups: [] })).me.is_admin).toBe(false)
})

test('an administrator who disconnects the provider loses the administrator right, but the last one cannot disconnect', async () => {
  const { signIn, first, events } = await office()
  const bearerOf = ({ body }: typeof first) => ({ authorization: `Bearer ${body.access_token}` })
  const chosen = { new_password: 'kumo no mine ikutsu', confirm_password: 'kumo no mine ikutsu' }
  /**
   * Disconnects the account at the provider. Sets a password first, because the account must not be the only sign-in
   * method.
   */
  const disconnect = async (person: typeof first) => {
    expect((await person.browser.patch('/users/me/password', chosen, bearerOf(person))).status).toBe(204)
    return person.browser.delete('/connections/oidc', bearerOf(person))
  }
  const second = await signIn({ sub: 'ren', email: newEmail(), groups: ['admins'] })
  expect((await disconnect(second)).status).toBe(204)
  expect((await first.browser.get(`/users/${second.me.id}`, bearerOf(first))).body.is_admin).toBe(false)
  expect(events()).toContainEqual(
    expect.objectContaining({ event: 'administrator_removed', member: second.me.id, by: 'oidc' }),
  )
  expect(await disconnect(first)).toMatchObject({ status: 409, body: { code: 'last_admin' } })
  expect((await first.browser.get('/users/me', bearerOf(first))).body.is_admin).toBe(true)
})

test('the last administrator with access keeps the administrator right although a paused administrator exists', async () => {
  const { signIn, chief, first, database, clock } = await office()
  const { me } = await signIn({ sub: 'ren', email: newEmail(), groups: ['admins'] })
  const bearer = { authorization: `Bearer ${first.body.access_token}` }
  await withEveryTeamTransaction(database, async (db) => {
    const { team_id: teamId } = await db
      .selectFrom('users')
      .where('id', '=', me.id)
      .select('team_id')
      .executeTakeFirstOrThrow()
    await pauseAccess(db, { teamId, userId: me.id }, 'refused', clock.now)
  })
  expect((await signIn({ ...chief, groups: [] })).me.is_admin).toBe(true)
  const chosen = { new_password: 'kumo no mine ikutsu', confirm_password: 'kumo no mine ikutsu' }
  expect((await first.browser.patch('/users/me/password', chosen, bearer)).status).toBe(204)
  const disconnected = await first.browser.delete('/connections/oidc', bearer)
  expect(disconnected).toMatchObject({ status: 409, body: { code: 'last_admin' } })
})

test('nobody can change administrators by hand while the claim decides', async () => {
  const { signIn, first, visitor } = await office()
  const { me } = await signIn({ sub: 'ren', email: newEmail(), groups: [] })
  const bearer = { authorization: `Bearer ${first.body.access_token}` }
  const refused = { status: 403, body: { code: 'company_names_administrators' } }
  expect(await visitor().patch(`/users/${me.id}`, { is_admin: true }, bearer)).toMatchObject(refused)
  expect(await visitor().patch(`/users/${first.me.id}`, { is_admin: false }, bearer)).toMatchObject(refused)
  expect((await visitor().patch(`/users/${me.id}`, { is_active: false }, bearer)).status).toBe(200)
  expect((await visitor().get('/deployment')).body.oidc).toEqual({
    name: '会社アカウント',
    only: false,
    names_administrators: true,
  })
})

test('a sign-in changes no administrator right if no administrator claim is configured', async () => {
  const here = await team({ providers: settingsOf(company)() })
  const person = { sub: 'plain', email: newEmail(), groups: ['admins'] }
  const { me } = await signInAsPerson(here.visitor, person)
  expect((await signInAsPerson(here.visitor, { ...person, groups: [] })).me.is_admin).toBe(me.is_admin)
})
