import { limits } from '#contract/limits.ts'
import { describe, expect, test } from 'vitest'
import type { Provider } from '#contract/providers.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { withCookies } from '#server/testing/client.ts'
import { openMailbox, tokenIn } from '#server/testing/mailbox.ts'
import { newAddress, password, startApp, team } from '#server/testing/team.ts'

const minutes = 60_000
const chosen = { new_password: 'river stone lamps', confirm_password: 'river stone lamps' }

const advanceClock = (clock: { now: Date }, milliseconds: number) => {
  clock.now = new Date(clock.now.getTime() + milliseconds)
}

async function teamWithMail() {
  const mailbox = await openMailbox()
  const mail = { url: mailbox.url, from: 'Asakai <asakai@example.com>' }
  return { mailbox, ...(await team({ mail, publicUrl: 'https://asakai.example.com' })) }
}

describe('changing the password', () => {
  test('changing a password shortly after sign-in does not need the current password', async () => {
    const { member, visitor } = await team()
    const hayakawa = await member()
    const { body: other } = await visitor().post('/auth/login', { username: hayakawa.user.email, password })

    const answer = await hayakawa.patch('/users/me/password', chosen)

    expect(answer).toMatchObject({ status: 204, body: '' })
    expect((await hayakawa.get('/users/me')).status).toBe(200)
    expect((await visitor().post('/auth/refresh', hayakawa.tokens)).status).toBe(200)
    expect((await visitor().get('/users/me', { authorization: `Bearer ${other.access_token}` })).status).toBe(401)
    expect((await visitor().post('/auth/refresh', other)).status).toBe(401)
    const signIn = async (secret: string) =>
      (await visitor().post('/auth/login', { username: hayakawa.user.email, password: secret })).status
    expect([await signIn(password), await signIn(chosen.new_password)]).toEqual([401, 200])
  })

  test('changing a password fifteen minutes after sign-in asks for the current password', async () => {
    const { member, visitor, clock } = await team()
    const { tokens } = await member()
    const renewed = async () => {
      const { body } = await visitor().post('/auth/refresh', tokens)
      Object.assign(tokens, body)
      return { authorization: `Bearer ${body.access_token}` }
    }
    const change = async (more: object) =>
      visitor().patch('/users/me/password', { ...chosen, ...more }, await renewed())

    advanceClock(clock, 15 * minutes - 1)
    expect((await change({})).status).toBe(204)
    advanceClock(clock, 1)
    expect(await change({})).toMatchObject({ status: 403, body: { code: 'reauthentication_required' } })
    expect(await change({ current_password: 'wrong' })).toMatchObject({
      status: 403,
      body: { code: 'wrong_password', errors: [{ field: 'current_password' }] },
    })
    expect((await change({ current_password: chosen.new_password })).status).toBe(204)
  })

  test('a member without a password must sign in again with the provider to set one', async () => {
    const { database, teamId, member, visitor, clock } = await team()
    const { user, tokens } = await member()
    await withTeamTransaction(database, { teamId }, (db) =>
      db.deleteFrom('credentials').where('user_id', '=', user.id).execute(),
    )
    advanceClock(clock, 15 * minutes)
    const { body } = await visitor().post('/auth/refresh', tokens)
    const asked = { authorization: `Bearer ${body.access_token}` }
    for (const more of [{}, { current_password: 'guessed' }])
      expect(await visitor().patch('/users/me/password', { ...chosen, ...more }, asked)).toMatchObject({
        status: 403,
        body: { code: 'sign_in_again' },
      })
  })

  test.each([
    [{ ...chosen, new_password: 'x'.repeat(7), confirm_password: 'x'.repeat(7) }, 'new_password', 'too_short'],
    [{ ...chosen, confirm_password: 'another' }, 'confirm_password', 'passwords_differ'],
    [{ new_password: 'river stone lamps' }, 'confirm_password', 'required'],
  ])('a new password with %j is refused with an error at %s', async (change, field, code) => {
    const { member } = await team()
    const { status, body } = await (await member()).patch('/users/me/password', change)
    expect(status).toBe(400)
    expect(body.errors).toMatchObject([{ field, code }])
  })

  test('guesses of the current password are limited like guesses at sign-in', async () => {
    const { member, visitor, clock } = await team()
    const { tokens } = await member()
    advanceClock(clock, 15 * minutes)
    const { body } = await visitor().post('/auth/refresh', tokens)
    const guess = (current_password: string) =>
      visitor('10.0.0.9').patch(
        '/users/me/password',
        { ...chosen, current_password },
        { authorization: `Bearer ${body.access_token}` },
      )
    for (let attempt = 0; attempt < 5; attempt += 1) expect((await guess('wrong')).status).toBe(403)
    expect((await guess(password)).status).toBe(429)
  })

  test('a member can change the own password only a limited number of times', async () => {
    const { app, member } = await team()
    const naoki = await member()
    for (let change = 1; change < limits.passwordChanges; change += 1)
      await app.services.attempts.changePassword(naoki.user.id)
    expect((await naoki.patch('/users/me/password', chosen)).status).toBe(204)
    expect((await naoki.patch('/users/me/password', chosen)).status).toBe(429)
    expect((await (await member()).patch('/users/me/password', chosen)).status).toBe(204)
  })
})

describe('a forgotten password', () => {
  test('an emailed reset link sets a new password once and ends every session', async () => {
    const { member, visitor, mailbox } = await teamWithMail()
    const hayakawa = await member('早川', { language: 'ja' })

    const asked = await visitor().post('/auth/password-reset', { email: hayakawa.user.email.toUpperCase() })
    const mail = await mailbox.next()
    const token = tokenIn(mail)
    const set = await visitor().put('/auth/password-reset', { token, ...chosen })

    expect(asked).toMatchObject({ status: 204, body: '' })
    expect(mail).toMatchObject({ to: hayakawa.user.email, subject: 'パスワードの再設定' })
    expect(mail.text).toContain('早川 直樹')
    expect(mail.text).toContain('https://asakai.example.com/password-reset?token=')
    expect(set).toMatchObject({ status: 204, body: '' })
    expect((await hayakawa.get('/users/me')).status).toBe(401)
    expect((await visitor().post('/auth/refresh', hayakawa.tokens)).status).toBe(401)
    const signIn = await visitor().post('/auth/login', { username: hayakawa.user.email, password: chosen.new_password })
    expect(signIn.status).toBe(200)
    const again = await visitor().put('/auth/password-reset', { token, ...chosen })
    expect(again).toMatchObject({ status: 400, body: { code: 'link_invalid' } })
  })

  test('a reset removes other ways to sign in that were added before the email was proven', async () => {
    const { member, visitor, mailbox, database, teamId } = await teamWithMail()
    const { user, ...earlier } = await member()
    const connect = (provider: Provider) =>
      withTeamTransaction(database, { teamId }, (db) =>
        db
          .insertInto('connections')
          .values({ team_id: teamId, user_id: user.id, provider, account: 'x', subject: user.id, secret: null })
          .execute(),
      )
    const reset = async () => {
      await visitor().post('/auth/password-reset', { email: user.email })
      const token = tokenIn(await mailbox.next())
      expect((await visitor().put('/auth/password-reset', { token, ...chosen })).status).toBe(204)
      await mailbox.next() // the notice that the password was changed
      const { body } = await visitor().post('/auth/login', {
        username: user.email,
        password: chosen.new_password,
      })
      return (await visitor().get('/users/me', { authorization: `Bearer ${body.access_token}` })).body
    }
    await connect('github')
    await connect('jira')
    const names = { first_name: '直樹', family_name: '早川' }
    await earlier.patch('/users/me/profile', { ...names, email: `thief-${user.email}` })
    const proof = [await mailbox.next(), await mailbox.next()].find(({ to }) => to.startsWith('thief'))
    expect(await reset()).toMatchObject({ connections: { jira: 'x' }, pending_email: null })
    expect((await visitor().post('/auth/email-proof', { token: tokenIn(proof!) })).status).toBe(400)
    // From now on, the account belongs to the owner of the address. A reset after a forgotten password keeps the
    // connections.
    await connect('github')
    expect((await reset()).connections).toEqual({ github: 'x', jira: 'x' })
  })

  test.each([true, false])(
    'a reset link becomes invalid when the member’s address changes (server with mail: %s)',
    async (withMail) => {
      const { member, visitor, mailbox, database } = await teamWithMail()
      const { user, tokens } = await member()
      await visitor().post('/auth/password-reset', { email: user.email })
      const token = tokenIn(await mailbox.next())

      const change = { first_name: '直樹', family_name: '早川', email: `new.${user.email}` }
      const bearer = { authorization: `Bearer ${tokens.access_token}` }
      if (withMail) {
        await visitor().patch('/users/me/profile', change, bearer)
        const proof = [await mailbox.next(), await mailbox.next()].find(({ to }) => to === change.email)
        expect((await visitor().post('/auth/email-proof', { token: tokenIn(proof!) })).status).toBe(204)
      } else {
        // Changes the address on a server without mail.
        const other = await startApp({ database })
        expect((await other.visitor().patch('/users/me/profile', change, bearer)).body.email).toBe(change.email)
      }

      expect(await visitor().put('/auth/password-reset', { token, ...chosen })).toMatchObject({
        status: 400,
        body: { code: 'link_invalid' },
      })
    },
  )

  test('a reset email has the member’s language, or else the browser’s language', async () => {
    const { member, visitor, mailbox } = await teamWithMail()
    const [estonian, unset] = [await member('Tamm', { language: 'et' }), await member('Smith')]
    const ask = async (email: string) => {
      await visitor().post('/auth/password-reset', { email }, { 'accept-language': 'en-GB' })
      return (await mailbox.next()).subject
    }
    const subjects = [await ask(estonian.user.email), await ask(unset.user.email)]
    expect(new Set(subjects).size).toBe(2)
    expect(subjects[1]).toMatch(/password/iu)
  })

  test('a reset request for an unknown address is answered like one for a known address', async () => {
    const { member, visitor, mailbox } = await teamWithMail()
    const { user } = await member()
    const ofNobody = await visitor().post('/auth/password-reset', { email: `nobody-${newAddress()}@example.com` })
    const ofMember = await visitor().post('/auth/password-reset', { email: user.email })
    expect([ofNobody.status, ofMember.status]).toEqual([204, 204])
    await mailbox.next()
    expect(mailbox.mails.map((mail) => mail.to)).toEqual([user.email])
  })

  test('a reset link is valid for thirty minutes or until another link is used', async () => {
    const { member, visitor, mailbox, clock } = await teamWithMail()
    const { user } = await member()
    const ask = async () => {
      await visitor().post('/auth/password-reset', { email: user.email })
      return tokenIn(await mailbox.next())
    }
    const use = async (token: string) => (await visitor().put('/auth/password-reset', { token, ...chosen })).status

    const expired = await ask()
    advanceClock(clock, 30 * minutes)
    expect(await use(expired)).toBe(400)
    const [older, newer, newest] = [await ask(), await ask(), await ask()]
    advanceClock(clock, 30 * minutes - 1)
    expect(await use(newer)).toBe(204)
    expect([await use(older), await use(newest)]).toEqual([400, 400])
  })

  test('only one of ten simultaneous uses of a reset link sets the password', async () => {
    const { member, visitor, mailbox } = await teamWithMail()
    const { user } = await member()
    await visitor().post('/auth/password-reset', { email: user.email })
    const token = tokenIn(await mailbox.next())
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => visitor().put('/auth/password-reset', { token, ...chosen })),
    )
    expect(answers.filter((answer) => answer.status === 204)).toHaveLength(1)
    expect(answers.filter((answer) => answer.body.code === 'link_invalid')).toHaveLength(9)
  }, 30_000)

  test('a password reset unlocks an account that was locked by wrong passwords', async () => {
    const { member, visitor, mailbox } = await teamWithMail()
    const { user } = await member()
    const address = newAddress()
    const signIn = (secret: string) => visitor(address).post('/auth/login', { username: user.email, password: secret })
    for (let attempt = 0; attempt < 6; attempt += 1) await signIn('wrong')
    expect((await signIn(password)).status).toBe(429)

    await visitor(address).post('/auth/password-reset', { email: user.email })
    await visitor(address).put('/auth/password-reset', { token: tokenIn(await mailbox.next()), ...chosen })

    expect((await signIn(chosen.new_password)).status).toBe(200)
  })

  test('a member gets at most five reset links in half an hour', async () => {
    const { member, visitor, mailbox } = await teamWithMail()
    const [flooded, other] = [await member(), await member('伊藤')]
    for (let count = 0; count < 7; count += 1)
      expect((await visitor().post('/auth/password-reset', { email: flooded.user.email })).status).toBe(204)
    await visitor().post('/auth/password-reset', { email: other.user.email })
    const mails = []
    for (let count = 0; count < 6; count += 1) mails.push((await mailbox.next()).to)
    expect(mails.filter((to) => to === flooded.user.email)).toHaveLength(5)
    expect(mails).toContain(other.user.email)
  })

  test('strangers who request reset links cannot keep the owner from getting one (C10)', async () => {
    const { member, visitor, mailbox } = await teamWithMail()
    const { user } = await member()
    const ask = (browser = visitor()) => browser.post('/auth/password-reset', { email: user.email })
    const received = () => mailbox.mails.filter(({ to }) => to === user.email)
    const known = withCookies(visitor())
    await known.post('/auth/login', { username: user.email, password })
    await ask()
    await expect.poll(() => received().length).toBe(1)
    const owners = tokenIn(received()[0]!)

    for (let count = 0; count < 20; count += 1) await ask()
    await expect.poll(() => received().length).toBe(5)
    // A browser that the account knows has its own count.
    await ask(known)
    await expect.poll(() => received().length).toBe(6)
    // The owner's link still works.
    expect((await visitor().put('/auth/password-reset', { token: owners, ...chosen })).status).toBe(204)
  })

  test('one stranger cannot use up the quota of reset links of others (C10)', async () => {
    const { member, visitor, mailbox } = await teamWithMail()
    const { user } = await member()
    const address = newAddress()
    for (let count = 0; count < 10; count += 1)
      await visitor(address).post('/auth/password-reset', { email: user.email })
    await visitor().post('/auth/password-reset', { email: user.email })
    await expect.poll(() => mailbox.mails.length).toBe(4)
  })

  test('only one of several reset links that are used at the same time sets the password', async () => {
    const { member, visitor, mailbox } = await teamWithMail()
    const { user } = await member()
    const ask = async () => {
      await visitor().post('/auth/password-reset', { email: user.email })
      return tokenIn(await mailbox.next())
    }
    const tokens = [await ask(), await ask(), await ask()]
    const answers = await Promise.all(
      tokens.map((token) => visitor().put('/auth/password-reset', { token, ...chosen })),
    )
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.code === 'link_invalid')).toHaveLength(2)
  })

  test('an inactive member gets no reset link', async () => {
    const { member, visitor, mailbox, database, teamId } = await teamWithMail()
    const [here, gone] = [await member('伊藤'), await member()]
    await withTeamTransaction(database, { teamId }, (db) =>
      db
        .updateTable('users')
        .set({ is_active: false })
        .where('team_id', '=', teamId)
        .where('id', '=', gone.user.id)
        .execute(),
    )
    await visitor().post('/auth/password-reset', { email: gone.user.email })
    await visitor().post('/auth/password-reset', { email: here.user.email })
    expect((await mailbox.next()).to).toBe(here.user.email)
  })

  test.each(['', 'x', `${'-'.repeat(36)}.${'-'.repeat(36)}.${'A'.repeat(43)}`])(
    'a reset with a made-up token is answered with 400 (%#)',
    async (token) => {
      const { visitor } = await team()
      expect(await visitor().put('/auth/password-reset', { token, ...chosen })).toMatchObject({ status: 400 })
    },
  )

  test('a reset link cannot be used to prove an email', async () => {
    const { member, visitor, mailbox } = await teamWithMail()
    const { user } = await member()
    await visitor().post('/auth/password-reset', { email: user.email })
    const token = tokenIn(await mailbox.next())
    expect((await visitor().post('/auth/email-proof', { token })).status).toBe(400)
    expect((await visitor().put('/auth/password-reset', { token, ...chosen })).status).toBe(204)
  })
})
