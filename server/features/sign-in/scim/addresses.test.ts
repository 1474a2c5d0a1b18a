import { expect, test } from 'vitest'
import { withTeamTransaction } from '#server/db/database.ts'
import { readProviders } from '#server/config/providers.ts'
import { readerOf } from '#server/config/environment.ts'
import { withCookies } from '#server/testing/client.ts'
import { newPerson, patchOf, teamWithDirectory } from '#server/testing/directory.ts'
import { openMailbox } from '#server/testing/mailbox.ts'
import { openIdSettings, signInAt } from '#server/testing/openid-provider.ts'
import { openIdProvider } from '#server/testing/stand-ins.ts'
import { newAddress, team } from '#server/testing/team.ts'

const address = (name: string) => `${name}-${crypto.randomUUID()}@example.com`
const renamed = (value: string) => patchOf({ op: 'replace', path: 'userName', value })

/** Creates a member of another team with a proven address. */
async function proven(name: string) {
  const other = await team()
  const made = await other.member(name)
  await withTeamTransaction(other.database, other, (db) =>
    db.updateTable('users').set({ email_proven_at: new Date() }).where('id', '=', made.user.id).execute(),
  )
  return made
}

test('the directory changes a member’s address at once, as an unproven address', async () => {
  const mailbox = await openMailbox()
  const mail = { url: mailbox.url, from: 'asakai@example.com' }
  const { database, member, scim, teamId } = await teamWithDirectory({ mail })
  const other = await member('早川')
  const email = address('new')
  const { status, body } = await scim.patch(`/scim/v2/Users/${other.user.id}`, renamed(email))
  expect([status, body.userName, body.emails]).toMatchObject([200, email, [{ value: email }]])
  expect((await other.get('/users/me')).body).toMatchObject({ email, is_active: true })
  const [row] = await withTeamTransaction(database, { teamId }, (db) =>
    db.selectFrom('users').where('id', '=', other.user.id).select('email_proven_at').execute(),
  )
  expect(row).toEqual({ email_proven_at: null })
  const received = () => mailbox.mails.find(({ to }) => to === other.user.email)
  await expect.poll(() => received()?.subject).toBe('メールアドレスが変更されました')
})

test('the directory cannot change the address of an administrator', async () => {
  const { administrator, scim } = await teamWithDirectory()
  const path = `/scim/v2/Users/${administrator.user.id}`
  const { status, body } = await scim.patch(path, renamed(address('thief')))
  expect([status, body.scimType]).toEqual([400, 'mutability'])
  const names = patchOf({ op: 'replace', path: 'name.familyName', value: '佐伯山' })
  expect((await scim.patch(path, names)).body.emails).toEqual([
    { value: administrator.user.email, type: 'work', primary: true },
  ])
})

test('the directory cannot give a member the address or userName of another member', async () => {
  const { administrator, member, scim } = await teamWithDirectory()
  const other = await member('早川')
  const elsewhere = await proven('別の')
  const path = `/scim/v2/Users/${other.user.id}`
  for (const { user } of [administrator, elsewhere]) {
    const { status, body } = await scim.patch(path, renamed(user.email.toUpperCase()))
    expect([status, body.scimType]).toEqual([409, 'uniqueness'])
  }
  const { body: third } = await scim.post('/scim/v2/Users', newPerson({ userName: address('x'), emails: undefined }))
  const named = newPerson({ userName: third.userName, emails: [{ value: address('y') }] })
  expect((await scim.post('/scim/v2/Users', named)).body.scimType).toBe('uniqueness')
})

test('a directory can try only 100 addresses that are taken', async () => {
  const { scim } = await teamWithDirectory()
  const elsewhere = await proven('別の')
  const statuses = []
  for (let attempts = 0; attempts < 102; attempts += 1)
    statuses.push((await scim.post('/scim/v2/Users', newPerson({ userName: elsewhere.user.email }))).status)
  expect(statuses).toEqual([...Array.from({ length: 100 }, () => 409), 429, 429])
  expect((await scim.post('/scim/v2/Users', newPerson())).status).toBe(201)
})

test('only the owner of the address can sign in to an account that a directory created', async () => {
  const company = await openIdProvider({ redirectUris: ['http://localhost:3000/oidc/callback'] })
  const here = await teamWithDirectory({ providers: readProviders(readerOf(openIdSettings('OIDC', company))) })
  const email = address('matsumoto')
  const { body: made } = await here.scim.post('/scim/v2/Users', newPerson({ userName: email }))
  const signIn = async (more: { emailVerified?: boolean }) => {
    const browser = withCookies(here.visitor(newAddress()))
    const { body } = await browser.get('/auth/oidc/login-url')
    const { values } = await signInAt(body.auth_url, { email, name: '松本 栞', ...more })
    return browser.post('/auth/oidc/login', values)
  }
  expect(await signIn({ emailVerified: false })).toMatchObject({
    status: 409,
    body: { code: 'connect_after_login' },
  })
  const { status, body } = await signIn({})
  expect(status).toBe(200)
  const me = await here.visitor().get('/users/me', { authorization: `Bearer ${body.access_token}` })
  // Only an account that a stranger opened shows the note about unknown members.
  expect(me.body).toMatchObject({ id: made.id, email, claimed: null })
})
