import { describe, expect, test } from 'vitest'
import { withTeamTransaction } from '#server/db/database.ts'
import { openMailbox, tokenIn } from '#server/testing/mailbox.ts'
import { newAddress, team } from '#server/testing/team.ts'

const newEmail = () => `${crypto.randomUUID()}@example.com`
const person = {
  first_name: '栞',
  family_name: '松本',
  preferred_name: '',
  password: 'asanoasa',
  confirm_password: 'asanoasa',
}

async function invited(options: Parameters<typeof team>[0] = {}) {
  const made = await team(options)
  const me = await made.member('佐伯', { first_name: '美咲' })
  const email = newEmail()
  const { body } = await me.post('/invitations/', { email, role: 'designer' })
  const token = body.link ? new URL(body.link).searchParams.get('token')! : ''
  const info = () => made.visitor().get(`/invitations/info?token=${token}`)
  const verify = async () => (await made.visitor().get(`/invitations/verify/${token}`)).body
  const accept = (change: object = {}, address?: string) =>
    made.visitor(address).post('/invitations/accept', { id: token, ...person, ...change })
  return { ...made, me, email, token, info, verify, accept, id: body.id as string }
}

test('only the holder of the link sees the inviter, address and team of an invitation', async () => {
  const { info, email, visitor, me } = await invited()
  expect(await info()).toMatchObject({
    status: 200,
    body: { id: expect.any(String), email, role: 'designer', team_name: '開発チーム', invited_by: '佐伯 美咲' },
  })
  expect((await visitor().get('/invitations/info?token=x')).status).toBe(404)
  expect((await visitor().get('/invitations/verify/x')).body).toEqual({ valid: false, reason: 'unknown' })
  const { id } = (await info()).body
  expect(JSON.stringify((await me.get('/invitations/?include_expired=true')).body)).not.toContain(id)
})

test('accepting one of several invitations leaves the others open', async () => {
  const { accept, info, me, member, token, verify, visitor, email } = await invited()
  const colleague = await member('早川')
  const other = { email: newEmail(), role: 'developer' }
  const { body } = await colleague.post('/invitations/', other)
  const otherToken = new URL(body.link).searchParams.get('token')!
  const otherInfo = () => visitor().get(`/invitations/info?token=${otherToken}`)
  expect((await info()).body).toMatchObject({ email, invited_by: '佐伯 美咲' })
  expect((await otherInfo()).body).toMatchObject({ ...other, invited_by: '早川 直樹' })
  // A token with the id of one invitation and the secret of the other.
  const mixed = [...token.split('.').slice(0, -1), otherToken.split('.').at(-1)].join('.')
  expect((await visitor().get(`/invitations/info?token=${mixed}`)).status).toBe(404)

  expect((await accept()).status).toBe(200)
  expect(await verify()).toEqual({ valid: false, reason: 'used' })
  expect((await otherInfo()).body).toMatchObject(other)
  expect((await me.get('/invitations/')).body.invitations).toHaveLength(1)
})

test('accepting an invitation creates a signed-in member with the invited email and role', async () => {
  const { accept, email, visitor, me, verify, teamId } = await invited({
    signUp: 'closed',
    signUpDomains: ['hinode.example'],
  })
  const { status, body } = await accept({ preferred_name: null })
  expect(status).toBe(200)
  const mine = await visitor().get('/users/me', { authorization: `Bearer ${body.access_token}` })
  expect(mine.body).toMatchObject({ email, role: 'designer', family_name: '松本', team: { id: teamId } })
  expect((await visitor().post('/auth/refresh', { refresh_token: body.refresh_token })).status).toBe(200)
  expect((await visitor().post('/auth/login', { username: email, password: person.password })).status).toBe(200)
  expect(await verify()).toEqual({ valid: false, reason: 'used' })
  expect((await me.get('/invitations/?include_expired=true')).body.invitations).toEqual([])
  expect(await accept()).toMatchObject({ status: 409, body: { code: 'invitation_used' } })
})

test('twenty simultaneous acceptances of an invitation create one member', async () => {
  const { accept, me, email } = await invited()
  const answers = await Promise.all(Array.from({ length: 20 }, () => accept()))
  const count = (status: number) => answers.filter((answer) => answer.status === status).length
  expect(count(200)).toBe(1)
  expect(count(409) + count(503)).toBe(19) // hashing is limited: requests that wait too long get 503
  const members = (await me.get('/users/')).body as { email: string }[]
  expect(members.filter((one) => one.email === email)).toHaveLength(1)
})

describe('refused acceptances', () => {
  test.each([
    [{ family_name: '' }, 'family_name'],
    [{ first_name: ' ' }, 'first_name'],
    [{ password: 'asanoas', confirm_password: 'asanoas' }, 'password'],
    [{ confirm_password: 'asanoasu' }, 'confirm_password'],
  ])('accepting an invitation with %j is rejected with an error at %s', async (change, field) => {
    const { accept } = await invited()
    expect(await accept(change)).toMatchObject({ status: 400, body: { errors: [{ field }] } })
  })

  test('an invitation cannot be accepted with an unknown id or a wrong secret', async () => {
    const { accept, token } = await invited()
    expect((await accept({ id: 'x' })).status).toBe(404)
    const guess = `${token.slice(0, -4)}${token.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`
    expect((await accept({ id: guess })).status).toBe(404)
  })

  test('cancelled and expired invitations cannot be accepted', async () => {
    const cancelled = await invited()
    await cancelled.me.delete(`/invitations/${cancelled.id}`)
    expect(await cancelled.accept()).toMatchObject({ status: 410, body: { code: 'invitation_cancelled' } })
    const expired = await invited()
    expired.clock.now = new Date(expired.clock.now.getTime() + 7 * 24 * 60 * 60_000)
    expect(await expired.accept()).toMatchObject({ status: 410, body: { code: 'invitation_expired' } })
    expect((await expired.info()).status).toBe(404)
  })

  test('an invitation cannot be accepted if its email has got an account since', async () => {
    const { accept, email, member, verify } = await invited()
    await member('松本', { email })
    expect(await verify()).toEqual({ valid: false, reason: 'used' })
    expect(await accept()).toMatchObject({ status: 409, body: { code: 'already_member' } })
    const other = await invited()
    await (await team()).member('松本', { email: other.email })
    expect(await other.accept()).toMatchObject({ status: 409, body: { code: 'email_taken' } })
  })
})

test('guessing invitations from one network address is limited without blocking real invitations', async () => {
  const address = newAddress()
  const { visitor, accept } = await invited({ signUp: 'join' })
  const { post } = visitor(address)
  const junk = () => post('/invitations/accept', { id: 'made-up', ...person })
  for (let count = 0; count < 300; count += 1) await junk()
  expect(await junk()).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } })
  const { confirm_password: _, ...names } = person
  const email = `${crypto.randomUUID()}@example.com`
  expect((await post('/onboarding', { ...names, password: 'ten letters', email })).status).toBe(201)
  expect((await accept({}, address)).status).toBe(200)
}, 60_000)

test('accepting a mailed invitation proves the email, and accepting a copied link does not', async () => {
  const proven = async ({
    database,
    teamId,
    email,
  }: Pick<Awaited<ReturnType<typeof invited>>, 'database' | 'teamId' | 'email'>) =>
    withTeamTransaction(database, { teamId }, async (db) => {
      const query = db.selectFrom('users').where('email', '=', email).select('email_proven_at')
      return (await query.executeTakeFirstOrThrow()).email_proven_at !== null
    })
  const byHand = await invited()
  await byHand.accept()
  expect(await proven(byHand)).toBe(false)

  const mailbox = await openMailbox()
  const byMail = await invited({ mail: { url: mailbox.url, from: 'asakai@example.com' } })
  const token = tokenIn(await mailbox.next())
  expect((await byMail.accept({ id: token })).status).toBe(200)
  expect(await proven(byMail)).toBe(true)
})

test('accepting a mailed invitation takes the email from an unproven account of another team', async () => {
  const mailbox = await openMailbox()
  const { accept, email, visitor, me, teamId } = await invited({
    mail: { url: mailbox.url, from: 'asakai@example.com' },
  })
  const token = tokenIn(await mailbox.next())
  const squatter = await (await team()).member('見知らぬ', { email })
  const { status, body } = await accept({ id: token })
  expect(status).toBe(200)
  const mine = await visitor().get('/users/me', { authorization: `Bearer ${body.access_token}` })
  expect(mine.body).toMatchObject({ email, team: { id: teamId } })
  expect((await squatter.get('/users/me')).status).toBe(401)
  expect((await me.get('/users/me')).status).toBe(200)
})
