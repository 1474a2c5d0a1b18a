import { describe, expect, test } from 'vitest'
import { withEveryTeamTransaction } from '#server/db/database.ts'
import { client } from '#server/testing/client.ts'
import { testDatabase } from '#server/testing/database.ts'
import { openMailbox, tokenIn } from '#server/testing/mailbox.ts'
import { newAddress, startApp } from '#server/testing/team.ts'

const registration = (email = `${crypto.randomUUID()}@example.com`) => ({
  first_name: '直樹',
  family_name: '早川',
  preferred_name: '',
  email,
  password: 'ten letters',
})

describe('signing up', () => {
  test('a new member can sign in with the email in upper or lower case', async () => {
    const { visitor } = await startApp()
    const sent = registration(`Naoki.${crypto.randomUUID()}@Example.com`)

    const { status, body } = await visitor().post('/onboarding', sent)
    const signedIn = await visitor().post('/auth/login', {
      username: sent.email.toLowerCase(),
      password: sent.password,
    })

    expect(status).toBe(201)
    const { password: _, ...visible } = sent
    expect(body).toMatchObject({ ...visible, role: 'member', is_active: true, is_slack_available: false })
    expect(JSON.stringify(body)).not.toContain(sent.password)
    expect(signedIn.status).toBe(200)
  })

  test('twenty simultaneous first sign-ups create one team that all people join', async () => {
    const database = await testDatabase()
    const { visitor } = await startApp({ database, timeZone: 'Europe/Tallinn' })

    const answers = await Promise.all(Array.from({ length: 20 }, () => visitor().post('/onboarding', registration())))

    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 20 }, () => 201))
    const teams = await database.selectFrom('teams').selectAll().execute()
    expect(teams).toMatchObject([{ time_zone: 'Europe/Tallinn' }])
    const members = await withEveryTeamTransaction(database, (db) => db.selectFrom('users').select('team_id').execute())
    expect(members.map((member) => member.team_id)).toEqual(Array.from({ length: 20 }, () => teams[0]!.id))
  }, 30_000)

  test('a new member joins the oldest team of the server', async () => {
    const database = await testDatabase()
    const { visitor } = await startApp({ database })
    const made = (digit: number, created_at: string) => ({
      id: `01a20000-0000-7000-8000-00000000000${digit}`,
      name: `チーム ${digit}`,
      time_zone: 'Asia/Tokyo',
      created_at: new Date(created_at),
    })
    const [third, second, first] = [
      made(3, '2026-10-01T00:00:00Z'),
      made(2, '2026-10-01T00:00:00Z'),
      made(1, '2026-10-02T00:00:00Z'),
    ]
    await database.insertInto('teams').values([third, second, first]).execute()
    await visitor().post('/onboarding', registration())
    const members = await withEveryTeamTransaction(database, (db) => db.selectFrom('users').select('team_id').execute())
    expect(members).toEqual([{ team_id: second.id }])
  })

  test('ten simultaneous sign-ups with one email create one account', async () => {
    const { visitor } = await startApp()
    const { email } = registration()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        visitor().post('/onboarding', registration(index % 2 ? email.toUpperCase() : email)),
      ),
    )
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1)
    expect(answers.filter((answer) => answer.body.code === 'email_taken')).toHaveLength(9)
  }, 30_000)

  test('a sign-up with a known email is refused with 409', async () => {
    const { visitor } = await startApp()
    const sent = registration()
    await visitor().post('/onboarding', sent)
    const answer = await visitor().post('/onboarding', { ...sent, email: sent.email.toUpperCase() })
    expect(answer).toMatchObject({
      status: 409,
      body: {
        code: 'email_taken',
        message: 'このメールアドレスはすでに登録されています。',
        errors: [{ field: 'email' }],
      },
    })
  })

  test('every sign-up creates a new team with SIGNUP=new-team', async () => {
    const { visitor } = await startApp({ signUp: 'new-team' })
    const [one, other] = [registration(), registration()]
    await visitor().post('/onboarding', one)
    await visitor().post('/onboarding', other)
    const { body: tokens } = await visitor().post('/auth/login', { username: one.email, password: one.password })
    const signedIn = { authorization: `Bearer ${tokens.access_token}` }

    const { body: members } = await visitor().get('/users/', signedIn)

    expect(members.map((member: { email: string }) => member.email)).toEqual([one.email])
    expect(await visitor().post('/onboarding', one)).toMatchObject({ status: 409, body: { code: 'email_taken' } })
  })

  test.each([
    ['en', 'John Smith'],
    ['ja', 'Smith John'],
  ])('a new team’s name has the name order of the language %s: %s', async (language, name) => {
    const { visitor } = await startApp({ signUp: 'new-team' })
    const john = { ...registration(), first_name: 'John', family_name: 'Smith' }
    await visitor().post('/onboarding', john, { 'accept-language': language })
    const { body: tokens } = await visitor().post('/auth/login', { username: john.email, password: john.password })
    const me = await visitor().get('/users/me', { authorization: `Bearer ${tokens.access_token}` })
    expect(me.body.team.name).toBe(name)
  })

  test('a sign-up without an invitation is refused with SIGNUP=closed', async () => {
    const { visitor } = await startApp({ signUp: 'closed' })
    await (await startApp()).visitor().post('/onboarding', registration())
    expect(await visitor().post('/onboarding', registration())).toMatchObject({
      status: 403,
      body: { code: 'sign_up_closed' },
    })
    expect((await visitor().get('/deployment')).body).toMatchObject({ sign_up: 'closed', has_accounts: true })
  })

  test('a sign-up accepts a name of 100 characters and an email of 254, not more', async () => {
    const { visitor } = await startApp()
    const emailOf = (length: number) => `${crypto.randomUUID()}@${'x'.repeat(length - 36 - 1 - 4)}.com`
    const name = '𠮷'.repeat(100) // 200 UTF-16 units, 100 characters
    const registered = await visitor().post('/onboarding', {
      ...registration(emailOf(254)),
      first_name: name,
      family_name: 'x'.repeat(100),
      preferred_name: 'x'.repeat(100),
    })
    expect(registered).toMatchObject({ status: 201, body: { first_name: name } })

    const long = 'x'.repeat(101)
    const refused = await visitor().post('/onboarding', {
      ...registration(emailOf(255)),
      first_name: long,
      family_name: long,
      preferred_name: long,
    })
    expect(refused.status).toBe(400)
    expect(refused.body.errors).toEqual(
      ['first_name', 'family_name', 'preferred_name', 'email'].map((field) => ({
        field,
        code: 'too_long',
        message: expect.stringMatching(/\S/u),
      })),
    )
  })

  test.each([null, undefined])('a sign-up treats the preferred name %s as empty', async (preferred_name) => {
    const { visitor } = await startApp()
    const answer = await visitor().post('/onboarding', { ...registration(), preferred_name })
    expect(answer).toMatchObject({ status: 201, body: { preferred_name: '' } })
  })

  test.each([
    [{ password: 'x'.repeat(9) }, 'password', 'too_short'],
    [{ password: '😀'.repeat(9) }, 'password', 'too_short'],
    [{ password: 'x'.repeat(1_001) }, 'password', 'too_long'],
    [{ password: '' }, 'password', 'required'],
    [{ password: undefined }, 'password', 'required'],
    [{ first_name: ' \u3000 ' }, 'first_name', 'required'],
    [{ family_name: '' }, 'family_name', 'required'],
    [{ family_name: 'a\0' }, 'family_name', 'invalid_characters'],
    [{ email: '' }, 'email', 'required'],
    [{ email: 'naoki' }, 'email', 'invalid_email'],
    [{ email: 'a b@example.com' }, 'email', 'invalid_email'],
    [{ email: 'a@example' }, 'email', 'invalid_email'],
  ])('a sign-up with %j is refused with an error at %s', async (change, field, code) => {
    const { visitor } = await startApp()
    const answer = await visitor().post('/onboarding', { ...registration(), ...change })
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toEqual([{ field, code, message: expect.stringMatching(/\S/u) }])
  })

  test('a sign-up accepts a password of ten characters and a missing display name', async () => {
    const { visitor } = await startApp()
    const { preferred_name: _, ...sent } = registration()
    expect((await visitor().post('/onboarding', { ...sent, password: 'rrcxmwqkzv' })).status).toBe(201)
  })
})

describe('the mail after signing up', () => {
  test('the email after a sign-up has a link that proves the address once', async () => {
    const mailbox = await openMailbox()
    const { visitor, database } = await startApp({
      mail: { url: mailbox.url, from: 'Asakai <asakai@example.com>' },
      publicUrl: 'https://asakai.example.com',
    })
    const sent = registration()
    const provenAt = () =>
      withEveryTeamTransaction(database, (db) =>
        db.selectFrom('users').where('email', '=', sent.email).select('email_proven_at').executeTakeFirstOrThrow(),
      ).then((row) => row.email_proven_at)

    await visitor().post('/onboarding', sent, { 'accept-language': 'de-AT,de;q=0.9' })
    const mail = await mailbox.next()

    expect(mail.to).toBe(sent.email)
    expect(mail.text).toContain('https://asakai.example.com/email-proof?token=')
    expect(mail.subject).not.toMatch(/\p{Script=Han}|\p{Script=Hiragana}/u)
    expect(await provenAt()).toBeNull()

    const token = tokenIn(mail)
    expect((await visitor().post('/auth/email-proof', { token })).status).toBe(204)
    expect(await provenAt()).toBeInstanceOf(Date)
    expect(await visitor().post('/auth/email-proof', { token })).toMatchObject({
      status: 400,
      body: { code: 'link_invalid' },
    })
  })

  test('a sign-up is answered without waiting for a mail server that is down', async () => {
    const { visitor } = await startApp({ mail: { url: 'smtp://127.0.0.1:1', from: 'asakai@example.com' } })
    expect((await visitor().post('/onboarding', registration())).status).toBe(201)
  })
})

describe('a team that takes invited people only (E1.18)', () => {
  test('a team that is closed for sign-ups refuses new members until it is opened', async () => {
    const { app, visitor } = await startApp({ database: await testDatabase() })
    const first = registration()
    await visitor().post('/onboarding', first)
    const admin = visitor()
    const { access_token } = (await admin.post('/auth/login', { username: first.email, password: first.password }))
      .body as { access_token: string }
    const change = (invited_only: boolean) =>
      client(app, newAddress(), { authorization: `Bearer ${access_token}` }).patch('/teams/me', { invited_only })
    const offered = async () => ((await visitor().get('/deployment')).body as { sign_up: string }).sign_up

    expect(await change(true)).toMatchObject({ status: 200, body: { invited_only: true } })
    expect(await offered()).toBe('closed')
    const refused = await visitor().post('/onboarding', registration())
    expect(refused).toMatchObject({ status: 403, body: { code: 'sign_up_closed' } })

    await change(false)
    expect(await offered()).toBe('join')
    expect((await visitor().post('/onboarding', registration())).status).toBe(201)
  })
})

test('at most 100 accounts an hour can be made from one network address (E1.23)', async () => {
  const mail = { url: 'smtp://127.0.0.1:9', from: 'asakai@example.com' }
  for (const settings of [{}, { mail }, { mail, signUpDomains: ['example.com'] }]) {
    const { app, visitor } = await startApp(settings)
    const address = newAddress()
    const { newAccount } = app.services.attempts
    await Promise.all(Array.from({ length: 99 }, () => newAccount(address, async () => {})))
    const taken = () => newAccount(address, () => Promise.reject(new Error('taken')))
    await expect(taken()).rejects.toThrow('taken')
    expect((await visitor(address).post('/onboarding', registration())).status).toBe(201)
    const refused = await visitor(address).post('/onboarding', registration())
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } })
    expect((await visitor().post('/onboarding', registration())).status).toBe(201)
  }
})
