import { sql } from 'kysely'
import { expect, onTestFinished as afterTest, test } from 'vitest'
import { withTeamTransaction } from '#server/db/database.ts'
import { redirectUris, settingsOf, signInAsPerson } from '#server/features/sign-in/openid/company.fixture.ts'
import { newPerson, patchOf, teamWithDirectory } from '#server/testing/directory.ts'
import { openMailbox, tokenIn } from '#server/testing/mailbox.ts'
import { openIdProvider } from '#server/testing/stand-ins.ts'
import { newAddress, password, team } from '#server/testing/team.ts'

const newEmail = () => `hire-${crypto.randomUUID()}@example.com`
const inAMonth = () => new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)

/**
 * Creates a directory, and a stranger who signed up in another team with the address of a person who is about to be
 * hired.
 */
async function squatted({ isProven, ...options }: { isProven: boolean; providers?: Providers }) {
  const mailbox = await openMailbox()
  const mail = { url: mailbox.url, from: 'asakai@example.com' }
  const here = await teamWithDirectory({ mail, ...options })
  const elsewhere = await team({ mail, ...options })
  const email = newEmail()
  const stranger = await elsewhere.member('見知らぬ', { email })
  // The stranger is the only administrator of a team with another member.
  await elsewhere.member('相棒')
  if (isProven)
    await withTeamTransaction(elsewhere.database, elsewhere, (db) =>
      db.updateTable('users').set({ email_proven_at: new Date() }).where('id', '=', stranger.user.id).execute(),
    )
  return { ...here, email, mailbox, stranger }
}
type Providers = ReturnType<typeof settingsOf> extends (...given: never[]) => infer Read ? Read : never
type Squatted = Awaited<ReturnType<typeof squatted>>

/** Each way in which the directory gives a member an address. */
const ways: Record<string, (here: Squatted) => Promise<{ status: number; body: { scimType?: string; id?: string } }>> =
  {
    'creates a member': ({ email, scim }) => scim.post('/scim/v2/Users', newPerson({ userName: email })),
    'replaces a member': async ({ email, scim }) => {
      const { body } = await scim.post('/scim/v2/Users', newPerson())
      return scim.put(`/scim/v2/Users/${body.id}`, newPerson({ userName: email }))
    },
    'changes an address': async ({ email, scim }) => {
      const { body } = await scim.post('/scim/v2/Users', newPerson())
      return scim.patch(`/scim/v2/Users/${body.id}`, patchOf({ op: 'replace', path: 'userName', value: email }))
    },
    'creates a deleted member again': async ({ email, scim }) => {
      const named = newPerson({ emails: [{ value: newEmail() }] })
      const { body } = await scim.post('/scim/v2/Users', named)
      await scim.delete(`/scim/v2/Users/${body.id}`)
      await scim.post('/scim/v2/Users', named)
      return scim.patch(
        `/scim/v2/Users/${body.id}`,
        patchOf({ op: 'replace', path: 'emails[type eq "work"].value', value: email }),
      )
    },
  }

test.each(Object.entries(ways))(
  'the directory %s with an address that a stranger’s account never proved (E1.16)',
  async (_, way) => {
    const here = await squatted({ isProven: false })
    const { administrator, email, mailbox, stranger, visitor } = here
    const { status, body } = await way(here)
    expect([200, 201]).toContain(status)
    const { body: users } = await administrator.get('/users')
    expect(users).toContainEqual(expect.objectContaining({ id: body.id, email }))
    // The directory does not prove the address. So the other account still works, but without the address.
    expect((await stranger.get('/users/me')).body).toMatchObject({ email: '', is_active: true, is_admin: true })
    expect((await visitor(newAddress()).post('/auth/login', { username: email, password })).status).toBe(401)
    await expect.poll(() => mailbox.mails.filter(({ to }) => to === email)).toHaveLength(1)
    expect(mailbox.mails.find(({ to }) => to === email)!.text).toContain('ディレクトリ')
  },
)

test.each(Object.entries(ways))(
  'a stranger keeps the address if the database fails when the directory %s',
  async (_, way) => {
    const here = await squatted({ isProven: false })
    const { database, email, stranger, teamId } = here
    await sql
      .raw(`
        create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
        create trigger refuse before insert or update on users for each row
        when (new.team_id = '${teamId}' and new.email = '${email}') execute function refuse()`)
      .execute(database)
    afterTest(async () => void (await sql`drop function refuse cascade`.execute(database)))
    expect((await way(here)).status).toBe(500)
    expect((await stranger.get('/users/me')).body.email).toBe(email)
  },
)

test.each(Object.entries(ways))('an account keeps its proven address when the directory %s (E1.16)', async (_, way) => {
  const here = await squatted({ isProven: true })
  const { status, body } = await way(here)
  expect([status, body.scimType]).toEqual([409, 'uniqueness'])
  expect((await here.stranger.get('/users/me')).body.email).toBe(here.email)
})

test('an unproven member of the directory’s own team keeps the address', async () => {
  const { member, scim } = await teamWithDirectory()
  const { user } = await member('早川')
  expect((await scim.post('/scim/v2/Users', newPerson({ userName: user.email }))).status).toBe(409)
  const query = new URLSearchParams({ filter: `userName eq "${user.email}"` }).toString()
  expect((await scim.get(`/scim/v2/Users?${query}`)).body.Resources).toMatchObject([{ id: user.id }])
})

test('an account cannot take an address back from a directory member with the link of an earlier email', async () => {
  const { administrator, email, mailbox, scim, stranger, visitor } = await squatted({ isProven: false })
  await stranger.post('/tokens', { name: '機密', scopes: ['read'], expires_on: inAMonth() })
  await expect.poll(() => mailbox.mails.filter(({ to }) => to === email)).toHaveLength(1)
  const alert = mailbox.mails.find(({ to }) => to === email)!
  const { body: made } = await scim.post('/scim/v2/Users', newPerson({ userName: email }))
  const { body } = await visitor(newAddress()).post('/auth/not-me', { token: tokenIn(alert) })
  expect(body.code).toBe('link_invalid')
  const { body: users } = await administrator.get('/users')
  expect(users).toContainEqual(expect.objectContaining({ id: made.id, email }))
})

test('“it was not me” keeps the account of a directory member who never signed in', async () => {
  const { administrator, database, mailbox, scim, teamId, member, visitor } = await squatted({ isProven: false })
  const former = await member('早川')
  const { email, id } = former.user
  await withTeamTransaction(database, { teamId }, (db) =>
    db.updateTable('users').set({ email_proven_at: new Date() }).where('id', '=', id).execute(),
  )
  const renamed = patchOf({ op: 'replace', path: 'userName', value: newEmail() })
  expect((await scim.patch(`/scim/v2/Users/${id}`, renamed)).status).toBe(200)
  await expect.poll(() => mailbox.mails.filter(({ to }) => to === email)).toHaveLength(1)
  const { body: hire } = await scim.post('/scim/v2/Users', newPerson({ userName: email }))
  const token = tokenIn(mailbox.mails.find(({ to }) => to === email)!)
  expect((await visitor(newAddress()).post('/auth/not-me', { token })).body.code).toBe('email_taken')
  const { body: users } = await administrator.get('/users')
  expect(users).toContainEqual(expect.objectContaining({ id: hire.id, email, writes: true }))
})

test('a mistyped address that the directory corrects gets no link to the account', async () => {
  const { administrator, email: unused, mailbox, scim, visitor } = await squatted({ isProven: true })
  const [mistyped, right] = [`mistyped-${unused}`, newEmail()]
  const { body: hire } = await scim.post('/scim/v2/Users', newPerson({ userName: mistyped }))
  expect((await administrator.post(`/users/${hire.id}/password-link`)).status).toBe(201)
  const received = () => mailbox.mails.filter(({ to }) => to === mistyped)
  await expect.poll(received).toHaveLength(1)
  const renamed = patchOf({ op: 'replace', path: 'userName', value: right })
  expect((await scim.patch(`/scim/v2/Users/${hire.id}`, renamed)).status).toBe(200)
  await expect.poll(received).toHaveLength(2)
  expect(received()[1]!.text).not.toContain('/not-me')
  const { body } = await visitor(newAddress()).post('/auth/not-me', { token: tokenIn(received()[0]!) })
  expect(body.code).toBe('link_invalid')
  expect((await administrator.get('/users')).body).toContainEqual(
    expect.objectContaining({ id: hire.id, email: right }),
  )
})

test('a refused request of the directory takes no address from a stranger’s account', async () => {
  const { administrator, email, mailbox, scim, stranger } = await squatted({ isProven: false })
  const { status, body } = await scim.post(
    '/scim/v2/Users',
    newPerson({ userName: administrator.user.email, emails: [{ value: email, primary: true }] }),
  )
  expect([status, body.scimType]).toEqual([409, 'uniqueness'])
  expect((await stranger.get('/users/me')).body.email).toBe(email)
  expect(mailbox.mails.filter(({ to }) => to === email)).toEqual([])
})

test('an account that lost its address can get another address', async () => {
  const { email, mailbox, scim, stranger } = await squatted({ isProven: false })
  await scim.post('/scim/v2/Users', newPerson({ userName: email }))
  const { first_name, family_name, preferred_name } = (await stranger.get('/users/me')).body
  const other = newEmail()
  const { status } = await stranger.patch('/users/me/profile', {
    first_name,
    family_name,
    preferred_name,
    email: other,
  })
  expect(status).toBe(200)
  await expect.poll(() => mailbox.mails.some(({ to }) => to === other)).toBe(true)
})

test('a new hire gets the directory’s account although a stranger had signed up with the address', async () => {
  const providers = settingsOf(await openIdProvider({ redirectUris }))()
  const { email, scim, stranger, visitor } = await squatted({ isProven: false, providers })
  const { body: made } = await scim.post('/scim/v2/Users', newPerson({ userName: email }))
  const { me, status } = await signInAsPerson(visitor, { sub: crypto.randomUUID(), email, name: '松本 栞' })
  expect([status, me.id, me.email]).toEqual([200, made.id, email])
  expect((await stranger.get('/users/me')).body.email).toBe('')
})
