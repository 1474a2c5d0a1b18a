import { expect, test } from 'vitest'
import { withTeamTransaction } from '#server/db/database.ts'
import { newEmail, redirectUris, settingsOf, signInAsPerson } from '#server/features/sign-in/openid/company.fixture.ts'
import { requestPasswordReset } from '#server/features/sign-in/passwords/operations.ts'
import { withCookies } from '#server/testing/client.ts'
import { newPerson, patchOf, teamWithDirectory } from '#server/testing/directory.ts'
import { eventsOf } from '#server/testing/events.ts'
import { openMailbox, tokenIn } from '#server/testing/mailbox.ts'
import { openIdSettings, signInAt } from '#server/testing/openid-provider.ts'
import { openIdProvider } from '#server/testing/stand-ins.ts'
import { newAddress } from '#server/testing/team.ts'

// A thief has the token of the company's directory. The thief also has a mailbox, whose address they give to a member
// (N17.05).

const company = await openIdProvider({ redirectUris })
const providers = settingsOf(company)({ OIDC_ADMIN_CLAIM: 'groups:admins', ...openIdSettings('GOOGLE', company) })

/** Creates a team and its directory. The provider knows the members. */
async function office(options: { logLevel?: 'warn' } = {}) {
  const mailbox = await openMailbox()
  const mail = { url: mailbox.url, from: 'asakai@example.com' }
  const here = await teamWithDirectory({ providers, mail, ...options })
  const signIn = (person: Parameters<typeof signInAsPerson>[1]) => signInAsPerson(here.visitor, person)
  const patch = (id: string, ...values: object[]) =>
    here.scim.patch(`/scim/v2/Users/${id}`, patchOf(...values.map((value) => ({ op: 'replace', value }))))
  const mailsTo = (address: string) => mailbox.mails.filter(({ to }) => to === address)
  /** Creates a member by the directory. The member has signed in at the provider. */
  const hire = async () => {
    const person = { sub: crypto.randomUUID(), email: newEmail(), groups: [] as string[] }
    await here.scim.post('/scim/v2/Users', newPerson({ userName: person.email }))
    const { me } = await signIn(person)
    return { person, id: me.id as string }
  }
  return { ...here, mailbox, signIn, hire, patch, mailsTo, events: eventsOf(here.app) }
}

const setTo = (email: string) => ({ userName: email, emails: [{ value: email, primary: true }] })

test('the directory cannot change the address of a former administrator', async () => {
  const { member, patch, scim, teamId, database, administrator } = await office()
  const other = await member('早川')
  await withTeamTransaction(database, { teamId }, (db) =>
    db.updateTable('users').set({ is_admin: true }).where('id', '=', other.user.id).execute(),
  )
  const { id, email } = other.user
  expect((await patch(id, { active: false })).status).toBe(200)
  expect((await patch(id, { active: true, ...setTo(newEmail()) })).body.scimType).toBe('mutability')
  expect((await patch(id, { active: true })).status).toBe(200)
  expect((await patch(id, setTo(newEmail()))).body.scimType).toBe('mutability')
  expect((await scim.delete(`/scim/v2/Users/${id}`)).status).toBe(204)
  const another = newPerson({ userName: email, externalId: 'another' })
  const mine = { externalId: 'first' }
  expect((await scim.post('/scim/v2/Users', { ...another, ...mine })).status).toBe(201)
  expect((await scim.delete(`/scim/v2/Users/${id}`)).status).toBe(204)
  expect((await scim.post('/scim/v2/Users', another)).body.scimType).toBe('uniqueness')
  const { body } = await administrator.get('/users?include_inactive=true')
  expect(JSON.stringify(body)).toContain(email)
})

test('an address from the directory gets no reset link before its owner’s sign-in at the provider', async () => {
  const { app, signIn, hire, patch, mailsTo, mailbox } = await office()
  const { person, id } = await hire()
  const email = newEmail()
  // Calls the function itself, because the route answers before it looks for the account.
  const from = { language: 'ja', address: newAddress(), device: undefined } as const
  const ask = () => requestPasswordReset(app.services, email, from)
  expect((await patch(id, setTo(email))).status).toBe(200)
  await ask()
  expect((await signIn({ ...person, email })).status).toBe(200)
  await ask()
  await expect.poll(() => mailbox.mails.filter(({ text }) => text.includes('/password-reset?'))).toHaveLength(1)
  expect(mailsTo(email)).toHaveLength(1)
})

test('a member with an address from the directory does not become an administrator by the claim', async () => {
  const { signIn, hire, patch, events } = await office({ logLevel: 'warn' })
  const { person, id } = await hire()
  const email = newEmail()
  await patch(id, setTo(email))
  expect((await signIn({ ...person, groups: ['admins'] })).me).toMatchObject({ email, is_admin: false })
  expect(events()).toContainEqual(
    expect.objectContaining({ event: 'administrator_claim_ignored', reason: 'unproven_address' }),
  )
  expect((await signIn({ ...person, email, groups: ['admins'] })).me).toMatchObject({ email, is_admin: true })
})

test('another person cannot sign in to an account by an address from the directory', async () => {
  const { signIn, hire, patch, visitor } = await office()
  const { id } = await hire()
  const email = newEmail()
  await patch(id, setTo(email))
  const refused = { status: 409, body: { code: 'connect_after_login' } }
  expect(await signIn({ sub: 'thief', email, groups: [] })).toMatchObject(refused)
  const browser = withCookies(visitor())
  const { body } = await browser.get('/auth/google/login-url')
  const { values } = await signInAt(body.auth_url, { sub: 'thief', email })
  expect(await browser.post('/auth/google/login', values)).toMatchObject(refused)
})

test('the old address can undo the directory’s change even after another person signed in', async () => {
  const { member, patch, signIn, mailsTo, visitor } = await office()
  const { user } = await member('早川')
  const email = newEmail()
  await patch(user.id, setTo(email))
  await expect.poll(() => mailsTo(user.email)).toHaveLength(1)
  expect((await signIn({ sub: crypto.randomUUID(), email, groups: [] })).me.id).toBe(user.id)
  const undone = await visitor().post('/auth/not-me', { token: tokenIn(mailsTo(user.email)[0]!) })
  expect(undone.status).toBe(200)
})

test('a member whose address was chosen by the directory cannot become an administrator', async () => {
  const company = { providers: settingsOf(await openIdProvider({ redirectUris }))({}) }
  const { administrator, scim, visitor } = await teamWithDirectory(company)
  const appoint = async (id: string) => {
    const { status, body } = await administrator.patch(`/users/${id}`, { is_admin: true })
    return [status, body.code ?? body.is_admin]
  }
  const person = { sub: crypto.randomUUID(), email: newEmail() }
  const { body: made } = await scim.post('/scim/v2/Users', newPerson({ userName: person.email }))
  expect(await appoint(made.id)).toEqual([409, 'address_unproven'])
  await signInAsPerson(visitor, person)
  expect(await appoint(made.id)).toEqual([200, true])
  await administrator.patch(`/users/${made.id}`, { is_admin: false })
  const other = { sub: crypto.randomUUID(), email: newEmail() }
  const { body: second } = await scim.post('/scim/v2/Users', newPerson({ userName: other.email }))
  await signInAsPerson(visitor, other)
  const changed = { ...other, email: newEmail() }
  const change = patchOf({ op: 'replace', value: setTo(changed.email) })
  expect((await scim.patch(`/scim/v2/Users/${second.id}`, change)).status).toBe(200)
  expect(await appoint(second.id)).toEqual([409, 'address_unproven'])
  await signInAsPerson(visitor, changed)
  expect(await appoint(second.id)).toEqual([200, true])
})

test('a member whom no directory manages can become an administrator with an unproven address', async () => {
  const { administrator, member } = await teamWithDirectory()
  const { user } = await member('早川')
  expect((await administrator.patch(`/users/${user.id}`, { is_admin: true })).status).toBe(200)
})

test('emails to an address from the directory contain no link to a new password', async () => {
  const { administrator, mailsTo, member, patch, visitor } = await office()
  const { user, post } = await member('早川')
  const thief = newEmail()
  expect((await patch(user.id, setTo(thief))).status).toBe(200)
  const { status } = await post('/tokens', { name: '月報', scopes: ['read'], expires_on: inThirtyDays() })
  expect(status).toBe(201)
  expect((await administrator.post(`/users/${user.id}/password-link`)).status).toBe(201)
  expect((await patch(user.id, setTo(newEmail()))).status).toBe(200)
  await expect.poll(() => mailsTo(thief)).toHaveLength(3)
  expect(mailsTo(thief).filter(({ text }) => /not-me|password-reset/u.test(text))).toEqual([])
  const [mail] = mailsTo(user.email)
  expect((await visitor().post('/auth/not-me', { token: tokenIn(mail!) })).status).toBe(200)
})

const inThirtyDays = () => new Date(Date.now() + 30 * 24 * 60 * 60_000).toISOString().slice(0, 10)
