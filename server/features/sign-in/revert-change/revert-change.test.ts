import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withEveryTeamTransaction, withTeamTransaction } from '#server/db/database.ts'
import { type Member, newAddress, password, startApp, team } from '#server/testing/team.ts'
import { deleteExpiredLinks } from '#server/access/email-links/operations.ts'
import { openMailbox, tokenIn } from '#server/testing/mailbox.ts'

const minutes = 60_000 // milliseconds
const chosen = { new_password: 'river stone lantern', confirm_password: 'river stone lantern' }
const names = { first_name: '直樹', family_name: '早川', preferred_name: '' }

async function teamWithMail() {
  const mailbox = await openMailbox()
  const mail = { url: mailbox.url, from: 'Asakai <asakai@example.com>' }
  const parts = await team({ mail, publicUrl: 'https://asakai.example.com' })
  const advanceClock = (milliseconds: number) => {
    parts.clock.now = new Date(parts.clock.now.getTime() + milliseconds)
  }
  const signsIn = async (username: string, secret: string) =>
    (await parts.visitor().post('/auth/login', { username, password: secret })).status === 200
  /** Renews the member's tokens at the current time. Returns the header for the next call. */
  const renewed = async (member: Member) => {
    const { body } = await parts.visitor().post('/auth/refresh', member.tokens)
    Object.assign(member.tokens, body)
    return { authorization: `Bearer ${body.access_token}` }
  }
  /** Creates a member with a proven address. */
  const owner = async () => {
    const made = await parts.member()
    await withTeamTransaction(parts.database, parts, (db) =>
      db.updateTable('users').set({ email_proven_at: parts.clock.now }).where('id', '=', made.user.id).execute(),
    )
    return made
  }
  return { ...parts, mailbox, advanceClock, owner, signsIn, renewed }
}

test('the link in the email about a changed password ends every session and token', async () => {
  const { clock, mailbox, member, signsIn, visitor } = await teamWithMail()
  const hayakawa = await member()
  // The UTC date of today may be over in the team's time zone.
  const tomorrow = new Date(clock.now.getTime() + 24 * 60 * minutes).toISOString().slice(0, 10)
  const draft = { name: 'x', scopes: ['read'], expires_on: tomorrow }
  const { body: made } = await hayakawa.post('/tokens', draft)
  const withToken = () => visitor().get('/users/me', { authorization: `Bearer ${made.token}` })
  await hayakawa.patch('/users/me/password', chosen)
  expect((await withToken()).status).toBe(200)
  expect(await mailbox.next()).toMatchObject({ subject: 'アクセストークンが発行されました' })
  const mail = await mailbox.next()
  expect(mail).toMatchObject({ to: hayakawa.user.email, subject: 'パスワードが変更されました' })

  const { status, body } = await visitor().post('/auth/not-me', { token: tokenIn(mail) })

  expect(status).toBe(200)
  expect((await hayakawa.get('/users/me')).status).toBe(401)
  expect((await withToken()).status).toBe(401)
  expect(await signsIn(hayakawa.user.email, chosen.new_password)).toBe(false)
  const next = { new_password: 'asagao kazaguruma', confirm_password: 'asagao kazaguruma' }
  const reset = await visitor().put('/auth/password-reset', { token: body.reset_token, ...next })
  expect(reset.status).toBe(204)
  expect(await signsIn(hayakawa.user.email, next.new_password)).toBe(true)
  const again = await visitor().post('/auth/not-me', { token: tokenIn(mail) })
  expect(again).toMatchObject({ status: 400, body: { code: 'link_invalid' } })
})

test('the old address gets an email that can withdraw a requested new email', async () => {
  const { mailbox, member, visitor, database, teamId } = await teamWithMail()
  const hayakawa = await member()
  const email = `thief-${hayakawa.user.email}`
  await hayakawa.patch('/users/me/profile', { ...names, email })
  const mails = [await mailbox.next(), await mailbox.next()]
  const [proof, notice] = [mails.find(({ to }) => to === email)!, mails.find(({ to }) => to !== email)!]
  expect(notice).toMatchObject({ to: hayakawa.user.email, subject: 'メールアドレスの変更が申請されました' })

  expect((await visitor().post('/auth/not-me', { token: tokenIn(notice) })).status).toBe(200)

  expect((await visitor().post('/auth/email-proof', { token: tokenIn(proof) })).status).toBe(400)
  const row = await withTeamTransaction(database, { teamId }, (db) =>
    db.selectFrom('users').where('id', '=', hayakawa.user.id).select(['email', 'pending_email']).executeTakeFirst(),
  )
  expect(row).toEqual({ email: hayakawa.user.email, pending_email: null })
})

test('the owner regains an account after an intruder changed the email and then the password', async () => {
  const { mailbox, owner: provenOwner, visitor, advanceClock, signsIn } = await teamWithMail()
  const hayakawa = await provenOwner()
  const owner = hayakawa.user.email
  const email = `thief-${owner}`
  await hayakawa.patch('/users/me/profile', { ...names, email })
  const asked = [await mailbox.next(), await mailbox.next()]
  advanceClock(1)
  await visitor().post('/auth/email-proof', { token: tokenIn(asked.find(({ to }) => to === email)!) })
  const alert = await mailbox.next()
  expect(alert).toMatchObject({ to: owner, subject: 'メールアドレスが変更されました' })
  advanceClock(1)
  await hayakawa.patch('/users/me/password', chosen)
  const thiefs = await mailbox.next()
  expect(thiefs.to).toBe(email)

  // The thief uses the link of the later email. The owner's link must still work in the same way.
  await visitor().post('/auth/not-me', { token: tokenIn(thiefs) })
  const { status, body } = await visitor().post('/auth/not-me', { token: tokenIn(alert) })
  expect(status).toBe(200)
  expect((await visitor().post('/auth/not-me', { token: tokenIn(thiefs) })).status).toBe(400)
  expect(await signsIn(email, chosen.new_password)).toBe(false)
  await visitor().put('/auth/password-reset', { token: body.reset_token, ...chosen })
  expect(await signsIn(owner, chosen.new_password)).toBe(true)
})

/**
 * Creates an owner. An intruder at the owner's open browser has changed the owner's email. `alert` is the email to the
 * owner about this change.
 */
async function takenOver() {
  const here = await teamWithMail()
  const hayakawa = await here.owner()
  const owner = hayakawa.user.email
  const email = `thief-${owner}`
  await hayakawa.patch('/users/me/profile', { ...names, email })
  const asked = [await here.mailbox.next(), await here.mailbox.next()]
  await here.visitor().post('/auth/email-proof', { token: tokenIn(asked.find(({ to }) => to === email)!) })
  const alert = await here.mailbox.next()
  const asksForReset = async (to: string) => {
    await here.visitor().post('/auth/password-reset', { email: to })
    const { rows } = await withEveryTeamTransaction(here.database, (db) =>
      sql`select id from mail_links where email = ${to} and purpose = 'password-reset' and used_at is null`.execute(db),
    )
    return rows.length
  }
  return { ...here, hayakawa, owner, email, alert, asksForReset }
}

test('“it was not me” removes an intruder’s address even if another member proved the old one', async () => {
  const { hayakawa, owner, email, alert, member, visitor, signsIn, asksForReset, database, teamId } = await takenOver()
  const other = await member('佐藤', { email: owner })
  await withTeamTransaction(database, { teamId }, (db) =>
    db.updateTable('users').set({ email_proven_at: new Date() }).where('id', '=', other.user.id).execute(),
  )
  const answer = await visitor().post('/auth/not-me', { token: tokenIn(alert) })
  expect(answer).toMatchObject({ status: 409, body: { code: 'email_taken' } })
  expect((await hayakawa.get('/users/me')).status).toBe(401)
  expect(await signsIn(email, password)).toBe(false)
  expect(await asksForReset(email)).toBe(0)
  expect((await other.get(`/users/${hayakawa.user.id}`)).body.email).toBe('')
  expect(await signsIn(owner, password)).toBe(true)
})

test.each(['the same team', 'another team'])(
  'the owner gets the old address back from a stranger in %s who never proved it',
  async (where) => {
    const { hayakawa, owner, email, alert, member, visitor, signsIn, asksForReset } = await takenOver()
    const squatter = await (where === 'the same team' ? member : (await team()).member)('佐藤', { email: owner })
    const { status, body } = await visitor().post('/auth/not-me', { token: tokenIn(alert) })
    expect(status).toBe(200)
    expect((await squatter.get('/users/me')).status).toBe(401)
    expect(await signsIn(owner, password)).toBe(false)
    expect(await asksForReset(email)).toBe(0)
    await visitor().put('/auth/password-reset', { token: body.reset_token, ...chosen })
    const { body: tokens } = await visitor().post('/auth/login', { username: owner, password: chosen.new_password })
    const me = await visitor().get('/users/me', { authorization: `Bearer ${tokens.access_token}` })
    expect(me.body).toMatchObject({ id: hayakawa.user.id, email: owner })
  },
)

test('the owner gets an email about a stolen refresh token', async () => {
  const { mailbox, member, visitor, advanceClock } = await teamWithMail()
  const hayakawa = await member('早川', { language: 'en' })
  const { body: next } = await visitor().post('/auth/refresh', hayakawa.tokens)
  await visitor().post('/auth/refresh', next)
  advanceClock(minutes)
  expect((await visitor().post('/auth/refresh', hayakawa.tokens)).status).toBe(401)
  const mail = await mailbox.next()
  expect(mail).toMatchObject({ to: hayakawa.user.email, subject: 'We ended one of your sessions' })
  expect(mail.text).toContain('https://asakai.example.com/not-me?token=')
})

test('changing the email fifteen minutes after sign-in asks for the password', async () => {
  const { member, visitor, advanceClock, renewed } = await teamWithMail()
  const hayakawa = await member()
  const headers = await (advanceClock(15 * minutes), renewed(hayakawa))
  const change = (more: object) => visitor().patch('/users/me/profile', { ...names, ...more }, headers)
  const email = `new-${hayakawa.user.email}`

  expect((await change({ email: hayakawa.user.email, preferred_name: 'なお' })).status).toBe(200)
  expect(await change({ email })).toMatchObject({ status: 403, body: { code: 'reauthentication_required' } })
  expect(await change({ email, current_password: 'wrong' })).toMatchObject({
    status: 403,
    body: { code: 'wrong_password', errors: [{ field: 'current_password' }] },
  })
  const changed = await change({ email, current_password: password })
  expect(changed).toMatchObject({ status: 200, body: { pending_email: email } })
  // A repeated request for the same pending address needs no new confirmation.
  expect((await change({ email })).status).toBe(200)
  const whole = await visitor().put('/users/me', { ...names, email: `other-${email}` }, headers)
  expect(whole.body.code).toBe('reauthentication_required')
})

test('entering the password allows sensitive changes in the current session again', async () => {
  const { member, visitor, advanceClock, renewed } = await teamWithMail()
  const hayakawa = await member()
  const headers = await (advanceClock(15 * minutes), renewed(hayakawa))
  const caller = visitor(newAddress())
  const confirm = (current_password: string) => caller.post('/auth/reauthenticate', { current_password }, headers)
  const change = () => visitor().patch('/users/me/password', chosen, headers)

  expect(await confirm('wrong')).toMatchObject({ status: 403, body: { code: 'wrong_password' } })
  expect((await change()).body.code).toBe('reauthentication_required')
  expect((await confirm(password)).status).toBe(204)
  expect((await change()).status).toBe(204)
  const guesses = [1, 2, 3, 4].map(() => 'wrong')
  for (const guess of guesses) expect((await confirm(guess)).status).toBe(403)
  expect((await confirm(chosen.new_password)).status).toBe(429)
})

test('the check of an emailed link tells whether the link can still set a password', async () => {
  const { mailbox, member, visitor } = await teamWithMail()
  const hayakawa = await member()
  await visitor().post('/auth/password-reset', { email: hayakawa.user.email })
  const token = tokenIn(await mailbox.next())
  const check = async () => (await visitor().post('/auth/password-reset/check', { token })).status
  expect([await check(), await check()]).toEqual([204, 204])
  await visitor().put('/auth/password-reset', { token, ...chosen })
  expect(await check()).toBe(400)
  expect((await visitor().post('/auth/password-reset/check', { token: 'x' })).status).toBe(400)
})

test('a reset that proves the new address invalidates the links mailed to an earlier address', async () => {
  const { database, mailbox, member, visitor } = await teamWithMail()
  const thief = await member()
  await thief.patch('/users/me/password', chosen)
  const mail = await mailbox.next()
  // A server without mail accepts the new address at once, even without proof.
  const email = `owner-${thief.user.email}`
  const bearer = { authorization: `Bearer ${thief.tokens.access_token}` }
  const withoutMail = await startApp({ database })
  expect((await withoutMail.visitor().patch('/users/me/profile', { ...names, email }, bearer)).status).toBe(200)

  await visitor().post('/auth/password-reset', { email })
  const token = tokenIn(await mailbox.next())
  expect((await visitor().put('/auth/password-reset', { token, ...chosen })).status).toBe(204)

  expect(await visitor().post('/auth/not-me', { token: tokenIn(mail) })).toMatchObject({
    status: 400,
    body: { code: 'link_invalid' },
  })
})

test('an expired link from an email is deleted', async () => {
  const { app, database, mailbox, member, advanceClock, teamId } = await teamWithMail()
  const hayakawa = await member()
  await hayakawa.patch('/users/me/password', chosen)
  await mailbox.next()
  const changesAfter = async (milliseconds: number) => {
    advanceClock(milliseconds)
    await deleteExpiredLinks(app.services)
    const rows = await withTeamTransaction(database, { teamId }, (db) =>
      db.selectFrom('mail_links').select('id').execute(),
    )
    return rows.length
  }
  expect(await changesAfter(7 * 24 * 60 * minutes - 1)).toBe(1)
  expect(await changesAfter(1)).toBe(0)
})
