import { describe, expect, test } from 'vitest'
import { withEveryTeamTransaction } from '#server/db/database.ts'
import { testDatabase } from '#server/testing/database.ts'
import { withCookies } from '#server/testing/client.ts'
import { openMailbox, tokenIn } from '#server/testing/mailbox.ts'
import { newAddress, startApp } from '#server/testing/team.ts'

const newEmail = () => `${crypto.randomUUID()}@example.com`
const registration = (email = newEmail(), password = 'ten letters') => ({
  first_name: '直樹',
  family_name: '早川',
  preferred_name: '',
  email,
  password,
})

async function open(options: Parameters<typeof startApp>[0] = {}) {
  const mailbox = await openMailbox()
  const made = await startApp({
    database: await testDatabase(),
    signUpDomains: ['example.com'],
    mail: { url: mailbox.url, from: 'asakai@example.com' },
    ...options,
  })
  // The mailed link logs in only the browser in which the sign-up began (E1.03).
  const browser = withCookies(made.visitor())
  const signUp = (sent: object) => browser.post('/onboarding', sent)
  const signIn = ({ email, password }: { email: string; password: string }) =>
    made.visitor().post('/auth/login', { username: email, password })
  const openLink = (token: string) => browser.post('/auth/email-proof', { token })
  const members = () =>
    withEveryTeamTransaction(made.database, (db) => db.selectFrom('users').select(['id', 'email']).execute())
  /** Signs up and opens the link. */
  const enter = async (sent = registration()) => {
    await signUp(sent)
    const { body } = await openLink(tokenIn(await mailbox.next()))
    return { ...sent, bearer: { authorization: `Bearer ${body.access_token}` } }
  }
  return { ...made, mailbox, signUp, signIn, openLink, members, enter }
}

describe('with SIGNUP_DOMAINS', () => {
  test('a new member can sign in only after opening the emailed link', async () => {
    const { mailbox, signUp, signIn, openLink, members, enter, visitor } = await open()
    const colleague = await enter()
    const sent = registration()

    const { status, body } = await signUp(sent)

    expect(status).toBe(201)
    const { password: _, ...visible } = sent
    expect(body).toMatchObject({ ...visible, role: 'member', is_active: false })
    expect((await signIn(sent)).body.code).toBe('login_failed')
    expect(await members()).toMatchObject([{ email: colleague.email }])
    expect((await visitor().get('/users/', colleague.bearer)).body).toHaveLength(1)

    const mail = await mailbox.next()
    expect(mail).toMatchObject({ to: sent.email, subject: '登録を完了してください' })
    const entered = await openLink(tokenIn(mail))

    expect(entered.status).toBe(200)
    expect(String(entered.headers['set-cookie'])).toMatch(/^asakai_device=/u)
    const me = await visitor().get('/users/me', { authorization: `Bearer ${entered.body.access_token}` })
    expect(me.body).toMatchObject({ ...visible, id: body.id, is_active: true })
    expect((await signIn(sent)).status).toBe(200)
    expect((await visitor().get('/users/', colleague.bearer)).body).toHaveLength(2)
    expect(await openLink(tokenIn(mail))).toMatchObject({ status: 400, body: { code: 'link_invalid' } })
  })

  test('after two sign-ups with one address, the first link that is opened creates the account', async () => {
    const { mailbox, signUp, signIn, openLink, members } = await open()
    const strangers = registration(newEmail(), 'a stranger chose it')
    const owners = registration(
      strangers.email.toUpperCase().replace('EXAMPLE.COM', 'example.com'),
      'the owner chose it',
    )
    await signUp(strangers)
    const first = tokenIn(await mailbox.next())
    expect((await signUp(owners)).status).toBe(201)
    const second = tokenIn(await mailbox.next())

    expect((await openLink(second)).status).toBe(200)
    expect(await openLink(first)).toMatchObject({ status: 400, body: { code: 'link_invalid' } })

    expect((await signIn(owners)).status).toBe(200)
    expect((await signIn(strangers)).status).toBe(401)
    expect(await members()).toHaveLength(1)
  })

  test('only one of ten simultaneous uses of a sign-up link signs in', async () => {
    const { mailbox, signUp, openLink, members } = await open()
    await signUp(registration())
    const token = tokenIn(await mailbox.next())
    const answers = await Promise.all(Array.from({ length: 10 }, () => openLink(token)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.code === 'link_invalid')).toHaveLength(9)
    expect(await members()).toHaveLength(1)
  })

  test('the link of a sign-up is valid for a day', async () => {
    const { mailbox, signUp, openLink, clock } = await open()
    await signUp(registration())
    const token = tokenIn(await mailbox.next())
    clock.now = new Date(clock.now.getTime() + 24 * 60 * 60_000)
    expect(await openLink(token)).toMatchObject({ status: 400, body: { code: 'link_invalid' } })
  })

  test('a sign-up link is refused if its address has joined by an invitation since', async () => {
    const { mailbox, signUp, openLink, enter, visitor } = await open()
    const colleague = await enter()
    const sent = registration()
    await signUp(sent)
    const token = tokenIn(await mailbox.next())
    await visitor().post('/invitations/', { email: sent.email }, colleague.bearer)
    const invitation = tokenIn(await mailbox.next())
    const password = 'chosen by the invited'
    const accepted = { ...sent, id: invitation, password, confirm_password: password }
    expect((await visitor().post('/invitations/accept', accepted)).status).toBe(200)
    expect(await openLink(token)).toMatchObject({ status: 409, body: { code: 'email_taken' } })
  })

  test('a person can sign up again while the first emailed link is unopened', async () => {
    const { signUp, enter } = await open()
    const { email } = await enter()
    expect(await signUp(registration(email))).toMatchObject({ status: 409, body: { code: 'email_taken' } })
    const unproven = registration()
    expect([(await signUp(unproven)).status, (await signUp(unproven)).status]).toEqual([201, 201])
  })

  test('a sign-up accepts only addresses of the configured domains', async () => {
    const { signUp } = await open({ signUpDomains: ['example.com', 'example.org'] })
    const from = async (email: string) => (await signUp(registration(email))).status
    expect(await from('a@EXAMPLE.org')).toBe(201)
    expect(await from('a@sub.example.com')).toBe(403)
    expect(await from('a@example.com.evil.net')).toBe(403)
    expect(await from('a@notexample.com')).toBe(403)
  })

  test('a member’s new address must be in a configured domain or the former address’s domain', async () => {
    const { enter, visitor, mailbox } = await open()
    const member = await enter()
    const change = (email: string, bearer = member.bearer) =>
      visitor().patch('/users/me/profile', { ...registration(email), email }, bearer)
    expect(await change('naoki@private.example')).toMatchObject({
      status: 403,
      body: { code: 'email_domain_refused', errors: [{ field: 'email' }] },
    })
    expect((await change(newEmail())).status).toBe(200)
    await Promise.all([mailbox.next(), mailbox.next()])

    await visitor().post('/invitations/', { email: 'partner@partner.example' }, member.bearer)
    const token = tokenIn(await mailbox.next())
    const password = 'chosen by the invited'
    const accepted = { ...registration(), id: token, password, confirm_password: password }
    const { body } = await visitor().post('/invitations/accept', accepted)
    const partner = { authorization: `Bearer ${body.access_token}` }
    expect((await change('other@partner.example', partner)).status).toBe(200)
    expect((await change('other@private.example', partner)).status).toBe(403)
  })

  test('a server with SIGNUP_DOMAINS but without mail refuses sign-ups by form', async () => {
    const { signUp, visitor } = await open({ mail: undefined })
    expect(await signUp(registration())).toMatchObject({ status: 403, body: { code: 'sign_up_needs_mail' } })
    expect((await visitor().get('/deployment')).body).toMatchObject({ sign_up_form: 'unavailable', mail: false })
  })

  test('the sign-up page learns from the server whether a sign-up needs an emailed link', async () => {
    const formOf = async ({ visitor }: { visitor: Awaited<ReturnType<typeof startApp>>['visitor'] }) =>
      (await visitor().get('/deployment')).body.sign_up_form
    expect(await formOf(await open())).toBe('by-link')
    expect(await formOf(await startApp())).toBe('at-once')
  })
})

describe('SIGNUP=closed', () => {
  const closed = { signUp: 'closed' as const, signUpDomains: [] }

  test('with SIGNUP=closed, only one of twenty simultaneous first sign-ups creates the team', async () => {
    const { visitor, signUp, members } = await open(closed)
    const offered = async () => (await visitor().get('/deployment')).body.sign_up
    expect(await offered()).toBe('first')

    const answers = await Promise.all(Array.from({ length: 20 }, () => signUp(registration())))

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.code === 'sign_up_closed')).toHaveLength(19)
    expect(await members()).toHaveLength(1)
    expect(await offered()).toBe('closed')
    expect(await signUp(registration())).toMatchObject({ status: 403, body: { code: 'sign_up_closed' } })
  }, 30_000)

  test('the person whose link is opened first becomes the first member if a domain limits sign-ups', async () => {
    const { signUp, openLink, mailbox, members } = await open({ signUp: 'closed' })
    await signUp(registration())
    const one = tokenIn(await mailbox.next())
    await signUp(registration())
    const other = tokenIn(await mailbox.next())
    expect((await openLink(other)).status).toBe(200)
    expect(await openLink(one)).toMatchObject({ status: 403, body: { code: 'sign_up_closed' } })
    expect(await members()).toHaveLength(1)
  })
})

test('strangers who sign up with an address do not invalidate the owner’s link', async () => {
  const { mailbox, visitor, openLink, signUp, members, signIn } = await open()
  const sent = registration()
  await signUp(sent)
  const owners = tokenIn(await mailbox.next())
  const stranger = visitor(newAddress())
  const statuses: number[] = []
  for (let count = 0; count < 6; count += 1) {
    const { status } = await stranger.post('/onboarding', registration(sent.email, 'a stranger chose it'))
    statuses.push(status)
  }
  expect(statuses).toEqual(Array.from({ length: 6 }, () => 201))
  await expect.poll(() => mailbox.mails.length).toBe(6)
  const strangers = tokenIn(await mailbox.next())
  expect((await visitor(newAddress()).post('/onboarding', sent)).status).toBe(201)
  expect((await openLink(owners)).status).toBe(200)
  expect(await openLink(strangers)).toMatchObject({ status: 400, body: { code: 'link_invalid' } })
  expect(await members()).toMatchObject([{ email: sent.email }])
  expect((await signIn(sent)).status).toBe(200)
}, 60_000)

test('the owner can sign up with the link of a stranger’s earlier sign-up if the email quota is spent (E1.14)', async () => {
  const { app, mailbox, visitor, signUp, openLink, members, signIn } = await open()
  const sent = registration()
  await visitor(newAddress()).post('/onboarding', registration(sent.email, 'a stranger chose it'))
  const strangers = tokenIn(await mailbox.next())
  for (let count = 0; count < 20; count += 1) await app.services.attempts.maySignUpMail(sent.email, newAddress())

  const { status, body } = await signUp({ ...sent, first_name: '美咲' })

  expect(status).toBe(201)
  const browser = openLink(strangers)
  expect((await browser).status).toBe(200)
  expect(mailbox.mails).toHaveLength(1)
  expect(await members()).toEqual([{ id: body.id, email: sent.email }])
  expect((await signIn(sent)).status).toBe(200)
  expect((await signIn({ ...sent, password: 'a stranger chose it' })).status).toBe(401)
})

test('the page of an emailed link names the sign-up that began in this browser (E1.14)', async () => {
  const { mailbox, visitor } = await open()
  const sent = registration()
  const [stranger, owner] = [withCookies(visitor()), withCookies(visitor())]
  await stranger.post('/onboarding', { ...sent, family_name: '他人' })
  const token = tokenIn(await mailbox.next())
  await owner.post('/onboarding', sent)
  const check = async (browser: typeof owner) => (await browser.post('/auth/email-proof/check', { token })).body
  expect(await check(owner)).toMatchObject({ name: '早川 直樹', begun_here: true })
  expect(await check(stranger)).toMatchObject({ name: '他人 直樹', begun_here: true })
  expect(await check(withCookies(visitor()))).toMatchObject({ name: '他人 直樹', begun_here: false })
})

test('a link to one address completes no sign-up of another address (E1.14)', async () => {
  const { mailbox, signUp, openLink, members, visitor } = await open()
  const mine = registration()
  await visitor().post('/onboarding', mine)
  const token = tokenIn(await mailbox.next())
  await signUp(registration())
  expect((await openLink(token)).body).toEqual({ password_token: expect.any(String) })
  expect(await members()).toMatchObject([{ email: mine.email }])
})
