import { describe, expect, test } from 'vitest'
import { openMailbox, tokenIn } from '#server/testing/mailbox.ts'
import { type Member, team } from '#server/testing/team.ts'

const day = 24 * 60 * 60_000
const newEmail = () => `${crypto.randomUUID()}@example.com`
/** Returns the token of the link in the response: without mail, the response contains the link. */
const tokenOf = ({ link }: { link: string }) => new URL(link).searchParams.get('token')!
const invite = async ({ post }: Member, email = newEmail(), role?: string) =>
  (await post('/invitations/', { email, ...(role ? { role } : {}) })).body
const listed = async ({ get }: Member, query = '?include_expired=true') =>
  (await get(`/invitations/${query}`)).body.invitations

describe('inviting', () => {
  test('a member can invite somebody for a role, with a link valid for seven days', async () => {
    const now = new Date('2026-10-23T09:00:00+09:00')
    const { member } = await team({ now, publicUrl: 'https://asakai.example' })
    const me = await member('佐伯', { first_name: '美咲' })
    const email = newEmail()

    const { status, body } = await me.post('/invitations/', { email, role: 'qa-engineer' })

    expect(status).toBe(201)
    expect(body).toMatchObject({
      email,
      role: 'qa-engineer',
      created_at: '2026-10-23T09:00:00+09:00',
      expires_at: '2026-10-30T09:00:00+09:00',
      status: 'pending',
      invited_by: '佐伯 美咲',
    })
    expect(body.link).toMatch(/^https:\/\/asakai\.example\/invitation\?token=/u)
    const [only, ...others] = await listed(me)
    expect(others).toEqual([])
    const { link: _, ...record } = body
    expect(only).toEqual(record)
  })

  test.each([{ email: '' }, { email: 'nobody' }, { email: 'a b@example.com' }, { role: 'owner' }, { email: null }])(
    'an invitation with %j is rejected',
    async (wrong) => {
      const { member } = await team()
      expect((await (await member()).post('/invitations/', { email: newEmail(), ...wrong })).status).toBe(400)
    },
  )

  test('an email that belongs to a member or an open invitation cannot be invited', async () => {
    const { member } = await team()
    const [me, colleague] = [await member(), await member()]
    const conflict = (code: string) => ({ status: 409, body: { code, errors: [{ field: 'email' }] } })
    expect(await me.post('/invitations/', { email: colleague.user.email.toUpperCase() })).toMatchObject(
      conflict('already_member'),
    )
    const email = newEmail()
    await invite(me, email)
    expect(await colleague.post('/invitations/', { email: email.toUpperCase() })).toMatchObject(
      conflict('already_invited'),
    )
  })

  test('an expired invitation is listed on request and can be replaced by a new one', async () => {
    const { member, clock } = await team()
    const me = await member()
    const email = newEmail()
    await invite(me, email)
    clock.now = new Date(clock.now.getTime() + 7 * day)
    const later = await member()
    expect(await listed(later)).toMatchObject([{ email, status: 'expired' }])
    expect(await listed(later, '')).toEqual([])
    expect((await later.post('/invitations/', { email })).status).toBe(201)
    expect(await listed(later)).toMatchObject([{ email, status: 'pending' }])
  })

  test('the list of invitations shows the newest first, page by page', async () => {
    const { member, clock } = await team()
    const me = await member()
    const emails: string[] = []
    for (let count = 0; count < 5; count++) {
      clock.now = new Date(clock.now.getTime() + 1_000)
      emails.unshift((await invite(me)).email)
    }
    const page = async (query: string) => (await listed(me, query)).map(({ email }: { email: string }) => email)
    expect(await page('?limit=2')).toEqual(emails.slice(0, 2))
    expect(await page('?limit=2&offset=2&include_expired=true')).toEqual(emails.slice(2, 4))
    for (const wrong of ['limit=0', 'limit=101', 'offset=-1'])
      expect((await me.get(`/invitations/?${wrong}`)).status).toBe(400)
  })

  test('ten simultaneous invitations of one person are stored once', async () => {
    const { member } = await team()
    const { post } = await member()
    const email = newEmail()
    const answers = await Promise.all(Array.from({ length: 10 }, () => post('/invitations/', { email })))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.code === 'already_invited')).toHaveLength(9)
  })

  test('an invitation does not reveal an account in another team', async () => {
    const [ours, theirs] = await Promise.all([team(), team()])
    const [me, stranger] = [await ours.member(), await theirs.member()]
    expect((await me.post('/invitations/', { email: stranger.user.email })).status).toBe(201)
  })

  test('the list of invitations omits a person who joined in another way', async () => {
    const { member } = await team()
    const me = await member()
    const other = await invite(me)
    const { id, email } = await invite(me)
    await member('松本', { email })
    expect(await listed(me)).toMatchObject([{ id: other.id }])
    expect(await me.post(`/invitations/${id}/resend`)).toMatchObject({ status: 409, body: { code: 'already_member' } })
    await me.delete(`/invitations/${id}`)
    expect((await me.post(`/invitations/${id}/resend`)).status).toBe(404)
  })

  test('another team’s invitations cannot be seen, resent or cancelled', async () => {
    const [ours, theirs] = await Promise.all([team(), team()])
    const [me, stranger] = [await ours.member(), await theirs.member()]
    const { id } = await invite(me)
    expect(await listed(stranger)).toEqual([])
    expect((await stranger.post(`/invitations/${id}/resend`)).status).toBe(404)
    expect((await stranger.delete(`/invitations/${id}`)).status).toBe(404)
    expect(await listed(me)).toHaveLength(1)
  })

  const limited = { status: 429, body: { code: 'too_many_emails' }, headers: { 'retry-after': expect.any(String) } }

  test('a team sends at most ten invitations a day to one mailbox, whoever invites (E1.14)', async () => {
    const { member } = await team()
    const me = await member()
    const { id } = await invite(me)
    for (let count = 1; count < 10; count++) await me.post(`/invitations/${id}/resend`)
    expect(await me.post(`/invitations/${id}/resend`)).toMatchObject(limited)
    expect(await (await member()).post(`/invitations/${id}/resend`)).toMatchObject(limited)
  })

  test('the limit of invitations counts spelling variants of an address as one mailbox', async () => {
    const { member } = await team()
    const me = await member()
    const name = crypto.randomUUID().slice(0, 8)
    const spelt = (count: number) => `${count % 2 ? name.toUpperCase() : name}+${count}@Example.com`
    const send = async (email: string) => (await me.post('/invitations/', { email })).status
    const statuses: number[] = []
    for (let count = 0; count < 12; count++) statuses.push(await send(spelt(count)))
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 201), 429, 429])
    expect(await send(newEmail())).toBe(201)
  })

  test.each(['<%s>', 'x<%s>', '%s\u200b', '(x)%s', '%s\u00ad', '"%s"', '%s.', 'other:%s;'])(
    'an invitation rejects the spelling %j of an address',
    async (spelling) => {
      const me = await (await team()).member()
      expect(await me.post('/invitations/', { email: spelling.replace('%s', newEmail()) })).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'email', code: 'invalid_email' }] },
      })
    },
  )

  test('a member can invite at most a hundred people a day', async () => {
    const { member } = await team()
    const me = await member()
    for (let count = 0; count < 100; count++) await me.post('/invitations/', { email: newEmail() })
    expect(await me.post('/invitations/', { email: newEmail() })).toMatchObject(limited)
    expect((await (await member()).post('/invitations/', { email: newEmail() })).status).toBe(201)
  })
})

describe('the invitation email', () => {
  test('the invited person gets an email in the inviter’s language', async () => {
    const mailbox = await openMailbox()
    const { member, visitor } = await team({ mail: { url: mailbox.url, from: 'asakai@example.com' } })
    await member('早川')
    const me = await member('Tamm', { first_name: 'Emilia', preferred_name: 'Emilia Tamm', language: 'en' })
    const email = newEmail()
    const body = await invite(me, email)
    expect(body.link).toBeUndefined()

    const mail = await mailbox.next()
    expect(mail.to).toBe(email)
    expect(mail.subject).toBe('You are invited to a team on Asakai')
    expect(mail.text).toContain('Emilia Tamm')
    expect(mail.text).toContain('開発チーム')
    expect((await visitor().get(`/invitations/verify/${tokenIn(mail)}`)).body).toEqual({ valid: true })

    await me.post(`/invitations/${body.id}/resend`)
    const second = await mailbox.next()
    expect(tokenIn(second)).not.toBe(tokenIn(mail))
    expect((await visitor().get(`/invitations/verify/${tokenIn(mail)}`)).body).toEqual({
      valid: false,
      reason: 'unknown',
    })
  })

  test.each(['emilia@example.com\nbcc: other@example.com', 'emilia\0@example.com', 'emilia\ud800@example.com'])(
    'an invitation rejects an address that could inject email headers: %j',
    async (email) => {
      const { member } = await team()
      expect(await (await member()).post('/invitations/', { email })).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'email' }] },
      })
    },
  )

  test('a name in an invitation email cannot imitate a sentence, a link or an address', async () => {
    const mailbox = await openMailbox()
    const { member } = await team({ mail: { url: mailbox.url, from: 'asakai@example.com' } })
    const name = `x\n\nhttps://evil.example/win\n\nwww.evil.example ${'y'.repeat(50)}`
    await invite(await member('早川', { preferred_name: name }))
    const mail = await mailbox.next()
    expect(mail.subject).toBe('Asakaiのチームへの招待')
    expect(mail.text).not.toMatch(/evil\.example|y{50}/u)
    expect(mail.text).toContain('x https: evil. example/win www. evil. example')
  })
})

describe('cancelling and resending', () => {
  test('the link of a cancelled invitation tells that the invitation was cancelled', async () => {
    const { member, visitor } = await team()
    const me = await member()
    const [body, other] = [await invite(me), await invite(me)]
    expect((await me.delete(`/invitations/${body.id}`)).status).toBe(204)
    expect(await listed(me)).toMatchObject([{ id: other.id }])
    expect((await me.delete(`/invitations/${body.id}`)).status).toBe(404)
    expect((await visitor().get(`/invitations/verify/${tokenOf(body)}`)).body).toEqual({
      valid: false,
      reason: 'cancelled',
    })
  })

  test('resending an invitation, also an expired one, gives a new link and seven more days', async () => {
    const { member, clock, visitor } = await team()
    const body = await invite(await member())
    clock.now = new Date(clock.now.getTime() + 8 * day)
    const later = await member()
    const other = await invite(later)
    expect((await visitor().get(`/invitations/verify/${tokenOf(body)}`)).body).toMatchObject({ reason: 'expired' })
    const again = await later.post(`/invitations/${body.id}/resend`)
    expect(again).toMatchObject({ status: 200, body: { id: body.id, status: 'pending' } })
    expect(Date.parse(again.body.expires_at)).toBeGreaterThan(clock.now.getTime() + 6.9 * day)
    for (const good of [again.body, other])
      expect((await visitor().get(`/invitations/verify/${tokenOf(good)}`)).body).toEqual({ valid: true })
  })
})
