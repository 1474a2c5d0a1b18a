import { expect, test } from 'vitest'
import { readerOf } from '#server/config/environment.ts'
import { readProviders } from '#server/config/providers.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { authenticator } from '#server/testing/authenticator.ts'
import { type Client, client, withCookies } from '#server/testing/client.ts'
import { openMailbox, tokenIn } from '#server/testing/mailbox.ts'
import { openIdSettings, signInAt } from '#server/testing/openid-provider.ts'
import { openIdProvider } from '#server/testing/stand-ins.ts'
import { newAddress, password, team } from '#server/testing/team.ts'

const day = 24 * 60 * 60_000 // milliseconds
const publicUrl = 'https://asakai.example.com'
const company = await openIdProvider({ redirectUris: [`${publicUrl}/oidc/callback`] })
const chosen = { new_password: 'river stone lantern', confirm_password: 'river stone lantern' }

/**
 * Creates a team with mail and a provider. The clock advances each time it is read: equal moments would hide wrong
 * comparisons.
 */
async function tickingTeam() {
  const mailbox = await openMailbox()
  const providers = readProviders(readerOf(openIdSettings('OIDC', company)))
  const mail = { url: mailbox.url, from: 'asakai@example.com' }
  const here = await team({ mail, providers, publicUrl })
  let now = here.clock.now.getTime()
  Object.defineProperty(here.clock, 'now', { get: () => new Date((now += 5)) })
  const advanceClock = (milliseconds: number) => {
    now += milliseconds
  }
  const makesToken = async (by: Pick<Client, 'post'>) => {
    const expires_on = new Date(now + 14 * day).toISOString().slice(0, 10)
    expect((await by.post('/tokens', { name: 'x', scopes: ['read'], expires_on })).status).toBe(201)
  }
  /** Waits for the next email with a link that undoes a change. */
  const mailTo = async (email: string) => {
    for (;;) {
      const next = await mailbox.next()
      if (next.to === email && next.text.includes('/not-me?token=')) return tokenIn(next)
    }
  }
  /** Answers an email with "it was not me", and chooses a password. */
  const deny = async (token: string, more: object = {}) => {
    const { status, body } = await here.visitor().post('/auth/not-me', { token, ...more })
    expect(status).toBe(200)
    const reset = await here.visitor().put('/auth/password-reset', { token: body.reset_token, ...chosen })
    expect(reset.status).toBe(204)
  }
  const signIn = async (username: string) => {
    const { body } = await here.visitor().post('/auth/login', { username, password })
    return client(here.app, newAddress(), { authorization: `Bearer ${body.access_token}` })
  }
  const prove = (userId: string) =>
    withTeamTransaction(here.database, here, (db) =>
      db.updateTable('users').set({ email_proven_at: here.clock.now }).where('id', '=', userId).execute(),
    )
  return { ...here, mailbox, advanceClock, makesToken, mailTo, deny, signIn, prove }
}

async function addPasskey(by: Client) {
  const key = authenticator(publicUrl)
  const browser = withCookies(by)
  const { body } = await browser.post('/passkeys/options')
  expect((await browser.post('/passkeys', { credential: key.create(body), name: '鍵' })).status).toBe(201)
  return async (visitor: Client) => {
    const caller = withCookies(visitor)
    const { body: asked } = await caller.post('/auth/passkey/options')
    return (await caller.post('/auth/passkey', { credential: key.get(asked) })).status
  }
}

test('“it was not me” ends a stranger’s passkey from an earlier session', async () => {
  const { visitor, advanceClock, makesToken, mailTo, deny, member, signIn } = await tickingTeam()
  const stranger = await member()
  const { email } = stranger.user
  const useKey = await addPasskey(stranger)
  await mailTo(email)
  advanceClock(8 * day)
  await makesToken(await signIn(email))
  const token = await mailTo(email)
  const check = async (more: object) => (await visitor().post('/auth/not-me/check', { token, ...more })).body
  const { alerted_at, changes } = await check({})
  expect(changes.map(({ kind }: { kind: string }) => kind)).toEqual(['passkey', 'token'])
  expect(alerted_at < changes[0].at).toBe(true)
  const from = changes[1].at
  expect((await check({ from })).changes).toEqual(changes)
  await deny(token, { from })
  expect(await useKey(visitor())).toBe(401)
})

/** Changes the member’s address, and opens the link in the email to the new one. */
async function replaceAddress({ mailbox, visitor }: Awaited<ReturnType<typeof tickingTeam>>, by: Client, to: string) {
  const names = { first_name: '直樹', family_name: '早川', preferred_name: '' }
  expect((await by.patch('/users/me/profile', { ...names, email: to })).status).toBe(200)
  await expect.poll(() => mailbox.mails.some((mail) => mail.to === to)).toBe(true)
  const proof = tokenIn(mailbox.mails.findLast((mail) => mail.to === to)!)
  expect((await visitor().post('/auth/email-proof', { token: proof })).status).toBe(204)
}

test('“it was not me” in an email to an unproven directory address ends a stranger’s passkey', async () => {
  const here = await tickingTeam()
  const { database, teamId, visitor, advanceClock, mailTo, deny, member, signIn } = here
  const stranger = await member()
  const { email, id } = stranger.user
  const named = { team_id: teamId, user_id: id, user_name: email, user_name_key: email, changed_at: here.clock.now }
  await withTeamTransaction(database, { teamId }, (db) => db.insertInto('provisioned_users').values(named).execute())
  const useKey = await addPasskey(stranger)
  await mailTo(email)
  advanceClock(8 * day)
  await replaceAddress(here, await signIn(email), `thief-${email}`)
  await deny(await mailTo(email))
  expect(await useKey(visitor())).toBe(401)
})

test('proving the right address invalidates the links that were emailed to a mistyped address', async () => {
  const here = await tickingTeam()
  const { mailbox, visitor, makesToken, mailTo, member } = here
  const owner = await member()
  const { email } = owner.user
  await makesToken(owner)
  const token = await mailTo(email)
  const right = `right-${email}`
  await replaceAddress(here, owner, right)
  const toMistyped = () => mailbox.mails.filter(({ to }) => to === email)
  await expect.poll(() => toMistyped().map(({ subject }) => subject)).toContain('メールアドレスが変更されました')
  const links = toMistyped().flatMap(({ text }) => /\/not-me\?token=(\S+)/u.exec(text)?.[1] ?? [])
  expect(links).toContain(token)
  for (const link of links)
    for (const path of ['/auth/not-me/check', '/auth/not-me'])
      expect((await visitor().post(path, { token: link })).body.code).toBe('link_invalid')
  expect((await owner.get('/users/me')).body.email).toBe(right)
})

test('“it was not me” keeps an older passkey if the email went to a proven address', async () => {
  const { visitor, advanceClock, makesToken, mailTo, deny, member, signIn, prove } = await tickingTeam()
  const owner = await member()
  const { email } = owner.user
  await prove(owner.user.id)
  const useKey = await addPasskey(owner)
  await mailTo(email)
  advanceClock(8 * day)
  await makesToken(await signIn(email))
  await deny(await mailTo(email))
  expect(await useKey(visitor())).toBe(200)
})

test('“it was not me” ends a stranger’s account if the provider did not verify the address', async () => {
  const { app, visitor, makesToken, mailTo, deny } = await tickingTeam()
  const email = `victim-${newAddress()}@example.com`
  const signsIn = async () => {
    const browser = withCookies(visitor())
    const { body } = await browser.get('/auth/oidc/login-url')
    const person = { email, sub: `thief of ${email}`, emailVerified: false, name: 'x' }
    const { values } = await signInAt(body.auth_url, person)
    return browser.post('/auth/oidc/login', values)
  }
  const { status, body } = await signsIn()
  expect(status).toBe(200)
  await makesToken(client(app, newAddress(), { authorization: `Bearer ${body.access_token}` }))
  await deny(await mailTo(email))
  expect(await signsIn()).toMatchObject({ status: 409, body: { code: 'connect_after_login' } })
})
