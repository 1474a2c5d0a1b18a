import { expect, test } from 'vitest'
import { readProviders } from '#server/config/providers.ts'
import { emailKey } from '#server/access/email-address/email-key.ts'
import { lockAddress, replaceEmail } from '#server/access/email-address/operations.ts'
import { withEveryTeamTransaction, withTeamTransaction } from '#server/db/database.ts'
import { readerOf } from '#server/config/environment.ts'
import { type Client, withCookies } from '#server/testing/client.ts'
import { openMailbox, tokenIn } from '#server/testing/mailbox.ts'
import { openIdSettings, signInAt } from '#server/testing/openid-provider.ts'
import { openIdProvider } from '#server/testing/stand-ins.ts'
import { newAddress, password, team } from '#server/testing/team.ts'
import { forProvenOwner } from './operations.ts'

// An unproven address never keeps out the owner of the address (E1.16).
const company = await openIdProvider({ redirectUris: ['http://localhost:3000/oidc/callback'] })
const companySettings = openIdSettings('OIDC', company)

const own = 'kumo no mine ikutsu'
const person = { first_name: '栞', family_name: '松本', preferred_name: '' }

async function squatted(where: 'the same team' | 'another team', signUpDomains: string[] = [], more = {}) {
  const mailbox = await openMailbox()
  const settings = { ...companySettings, ...more }
  const options = {
    mail: { url: mailbox.url, from: 'asakai@example.com' },
    providers: readProviders(readerOf(settings)),
    signUpDomains,
  }
  const made = await team(options)
  const email = `owner-${crypto.randomUUID()}@example.com`
  const administrator = await made.member('佐伯')
  const other = where === 'the same team' ? made : await team(options)
  const squatter = await other.member('見知らぬ', { email })
  const browser = withCookies(made.visitor(newAddress()))
  const mailTo = async (to: string) => {
    await expect.poll(() => mailbox.mails.some((mail) => mail.to === to)).toBe(true)
    return tokenIn(mailbox.mails.findLast((mail) => mail.to === to)!)
  }
  return { ...made, administrator, browser, email, mailTo, mailbox, squatter }
}
type Squatted = Awaited<ReturnType<typeof squatted>>

/** The ways in which the owner shows that the address is theirs. Each returns the owner's session. */
const ways: Record<string, (of: Squatted) => Promise<{ access_token: string }>> = {
  'signs up': async ({ browser, email, mailTo }) => {
    const signedUp = await browser.post('/onboarding', { ...person, email, password: own })
    expect([signedUp.status, signedUp.body.is_active]).toEqual([201, false])
    return (await browser.post('/auth/email-proof', { token: await mailTo(email) })).body
  },
  'accepts an invitation': async ({ administrator, browser, email, mailTo }) => {
    expect((await administrator.post('/invitations/', { email, role: 'designer' })).status).toBe(201)
    const id = await mailTo(email)
    expect((await browser.get(`/invitations/verify/${id}`)).body).toEqual({ valid: true })
    return (await browser.post('/invitations/accept', { id, ...person, password: own, confirm_password: own })).body
  },
  'accepts an invitation that was sent again': async ({ administrator, browser, email, mailTo }) => {
    const { body } = await administrator.post('/invitations/', { email })
    await mailTo(email)
    expect((await administrator.get('/invitations')).body.invitations).toMatchObject([{ email }])
    expect((await administrator.post(`/invitations/${body.id}/resend`)).status).toBe(200)
    await expect
      .poll(async () => (await browser.get(`/invitations/verify/${await mailTo(email)}`)).body.valid)
      .toBe(true)
    const id = await mailTo(email)
    return (await browser.post('/invitations/accept', { id, ...person, password: own, confirm_password: own })).body
  },
  'signs in with the company’s provider': async ({ browser, email }) => {
    const { body } = await browser.get('/auth/oidc/login-url')
    const { values } = await signInAt(body.auth_url, { email, name: '松本 栞' })
    return (await browser.post('/auth/oidc/login', values)).body
  },
  'changes their email': async ({ clock, email, mailTo, member }) => {
    const owner = await member('松本')
    clock.now = new Date(clock.now.getTime() + 1_000)
    expect((await owner.patch('/users/me/profile', { ...person, email })).status).toBe(200)
    expect((await owner.post('/auth/email-proof', { token: await mailTo(email) })).status).toBe(204)
    return owner.tokens
  },
  'resets the password': async ({ browser, email, mailTo }) => {
    await browser.post('/auth/password-reset', { email })
    const chosen = { new_password: own, confirm_password: own }
    expect((await browser.put('/auth/password-reset', { token: await mailTo(email), ...chosen })).status).toBe(204)
    return (await browser.post('/auth/login', { username: email, password: own })).body
  },
}

const cases = (['the same team', 'another team'] as const).flatMap((where) =>
  Object.keys(ways).flatMap((way) => [[], ['example.com']].map((domains) => ({ where, way, domains }))),
)

test.each(cases)(
  'the owner $way although a stranger in $where has the address, with SIGNUP_DOMAINS=$domains (E1.16)',
  async ({ where, way, domains }) => {
    const here = await squatted(where, domains)
    const { access_token } = await ways[way]!(here)
    const { body } = await here.browser.get('/users/me', { authorization: `Bearer ${access_token}` })
    expect(body).toMatchObject({ email: here.email, is_active: true })
    const proven = await withEveryTeamTransaction(here.database, (db) =>
      db.selectFrom('users').where('email', '=', here.email).select(['id', 'email_proven_at']).execute(),
    )
    expect(proven).toEqual([{ id: body.id, email_proven_at: expect.any(Date) }])
    expect((await here.squatter.get('/users/me')).status).toBe(401)
    // All members of these tests have the same password.
    const isOwners = way === 'changes their email'
    expect((await here.visitor().post('/auth/login', { username: here.email, password })).status).toBe(
      isOwners ? 200 : 401,
    )
  },
)

test('the owner’s sign-in with OIDC_ONLY replaces a stranger’s connection at the provider (E1.16)', async () => {
  const { browser, database, email, squatter, teamId } = await squatted('the same team', [], { OIDC_ONLY: 'true' })
  const connection = { provider: 'oidc', subject: `${company.url} stranger`, account: email, secret: null } as const
  await withTeamTransaction(database, { teamId }, (db) =>
    db
      .insertInto('connections')
      .values({ team_id: teamId, user_id: squatter.user.id, ...connection })
      .execute(),
  )
  const { access_token } = await ways['signs in with the company’s provider']!({ browser, email } as Squatted)
  expect((await browser.get('/users/me', { authorization: `Bearer ${access_token}` })).body.connections).toEqual({
    oidc: email,
  })
  expect((await squatter.get('/users/me')).status).toBe(401)
})

test('nobody can take a proven address from its account (E1.16)', async () => {
  const here = await squatted('the same team')
  const { administrator, browser, database, email, squatter, teamId } = here
  await withTeamTransaction(database, { teamId }, (db) =>
    db.updateTable('users').set({ email_proven_at: new Date() }).where('id', '=', squatter.user.id).execute(),
  )
  const signUp = await browser.post('/onboarding', { ...person, email, password: own })
  expect(signUp.body.code).toBe('email_taken')
  expect((await administrator.post('/invitations/', { email })).body.code).toBe('already_member')
  expect((await squatter.get('/users/me')).status).toBe(200)
})

test('the address that an account lost gets one email even if the change then fails (E1.16)', async () => {
  const { app, database, administrator, email, mailbox, teamId } = await squatted('another team')
  const member = { teamId, userId: administrator.user.id }
  let runs = 0
  const change = forProvenOwner(app.services, async (prove) => {
    prove(email)
    if ((runs += 1) === 2) throw new Error('second run')
    await withTeamTransaction(database, member, async (db) => {
      const to = { email, emailKey: emailKey(email), provenAt: null, now: new Date() }
      await replaceEmail(db, member, await lockAddress(db, member), to)
    })
  })
  await expect(change).rejects.toThrow('second run')
  await expect.poll(() => mailbox.mails.filter(({ to }) => to === email)).toHaveLength(1)
})

test('a sign-up is refused in a browser that was signed in to the unproven account (E1.16)', async () => {
  const { browser, email, squatter } = await squatted('the same team')
  expect((await browser.post('/auth/login', { username: email, password })).status).toBe(200)
  const again = (caller: Client) => caller.post('/onboarding', { ...person, email, password: own })
  expect((await again(browser)).body.code).toBe('email_taken')
  expect((await squatter.get('/users/me')).status).toBe(200)
})
