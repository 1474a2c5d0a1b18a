import { expect, test, vi } from 'vitest'
import type { Headers } from '#server/testing/client.ts'
import { eventsOf } from '#server/testing/events.ts'
import { openMailbox } from '#server/testing/mailbox.ts'
import { type Member, password, team } from '#server/testing/team.ts'

/** The calls that return a secret once. For each: the change after which the secret no longer works. */
const secrets: Record<
  string,
  {
    ask: (me: Member, key: Headers, other: Member) => Promise<Answered>
    end: (me: Member, made: Made) => Promise<unknown>
  }
> = {
  'an access token that was revoked': {
    ask: (me, key) => me.post('/tokens', { name: 'x', scopes: ['read'], expires_on: inAMonth() }, key),
    end: (me, { id }) => me.delete(`/tokens/${id}`),
  },
  'a webhook that was deleted': {
    ask: (me, key) => me.post('/webhooks', { url: 'https://1.1.1.1/x', events: ['report.submitted'] }, key),
    end: (me, { id }) => me.delete(`/webhooks/${id}`),
  },
  'an invitation that was revoked': {
    ask: (me, key) => me.post('/invitations', { email: 'guest@example.com' }, key),
    end: (me, { id }) => me.delete(`/invitations/${id}`),
  },
  'an invitation that was sent again': {
    ask: (me, key) => me.post('/invitations', { email: 'friend@example.com' }, key),
    end: (me, { id }) => me.post(`/invitations/${id}/resend`),
  },
  'a password link that was used': {
    ask: (me, key, other) => me.post(`/users/${other.user.id}/password-link`, undefined, key),
    end: async (me, { url }) => {
      const token = new URL(url).searchParams.get('token')
      const chosen = { new_password: 'kumo no mine ikutsu', confirm_password: 'kumo no mine ikutsu' }
      await me.put('/auth/password-reset', { token, ...chosen })
    },
  },
  'a calendar address that was replaced': {
    ask: (me, key) => me.post('/calendar', undefined, key),
    end: (me) => me.post('/calendar'),
  },
}
type Made = { id: string; url: string }
type Answered = Awaited<ReturnType<Member['post']>>

const inAMonth = () => new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)

const key = { 'idempotency-key': 'the same request' }

test.each(Object.entries(secrets))(
  'a repeated request does not return %s from the first response',
  async (_what, { ask, end }) => {
    const { member } = await team()
    const [me, other] = [await member(), await member('藤井')]
    const first = await ask(me, key, other)
    expect(first.status).toBeLessThan(300)
    expect((await ask(me, key, other)).body).toEqual(first.body)
    await end(me, first.body)
    // A repeated request returns neither the invalid secret nor a new one.
    for (let time = 0; time < 2; time += 1)
      expect(await ask(me, key, other)).toMatchObject({ status: 409, body: { code: 'key_reused' } })
  },
)

test('a repeated request does not return an expired password link', async () => {
  const { member, clock } = await team()
  const [me, other] = [await member(), await member('藤井')]
  const ask = () => me.post(`/users/${other.user.id}/password-link`, undefined, key)
  const advanceClock = (minutes: number) => {
    clock.now = new Date(clock.now.getTime() + minutes * 60_000)
  }
  const first = await ask()
  advanceClock(10)
  expect((await ask()).body).toEqual(first.body)
  advanceClock(20)
  const { body } = await me.post('/auth/refresh', me.tokens)
  const renewed = { ...key, authorization: `Bearer ${body.access_token}` }
  await me.post('/auth/reauthenticate', { current_password: password }, { authorization: renewed.authorization })
  expect(await me.post(`/users/${other.user.id}/password-link`, undefined, renewed)).toMatchObject({
    status: 409,
    body: { code: 'key_reused' },
  })
})

/** The calls that send emails and log events. */
const calls: Record<string, (me: Member, other: Member, headers: Headers) => Promise<Answered>> = {
  'an access token': (me, _other, headers) =>
    me.post('/tokens', { name: 'x', scopes: ['read'], expires_on: inAMonth() }, headers),
  'a webhook': (me, _other, headers) =>
    me.post('/webhooks', { url: 'https://1.1.1.1/x', events: ['report.submitted'] }, headers),
  'an invitation': (me, other, headers) => me.post('/invitations', { email: `of-${other.user.email}` }, headers),
  'a password link': (me, other, headers) => me.post(`/users/${other.user.id}/password-link`, undefined, headers),
  'an administrator': (me, other, headers) => me.patch(`/users/${other.user.id}`, { is_admin: true }, headers),
}

test.each(Object.entries(calls))(
  'a repeated request for %s sends no second email and logs no second event',
  async (_what, write) => {
    const mailbox = await openMailbox()
    const { app, member } = await team({ logLevel: 'error', mail: { url: mailbox.url, from: 'asakai@example.com' } })
    const [me, other] = [await member(), await member('藤井')]
    const events = eventsOf(app)
    const sent = vi.spyOn(app.services, 'sendMail')
    const first = await write(me, other, key)
    const before = [events().length, sent.mock.calls.length]
    expect(before.every((count) => count > 0)).toBe(true)
    expect((await write(me, other, key)).body).toEqual(first.body)
    expect([events().length, sent.mock.calls.length]).toEqual(before)
  },
)

test('a repeated request does not promote a demoted administrator again', async () => {
  const { member } = await team()
  const [me, other] = [await member(), await member('藤井')]
  const name = () => me.patch(`/users/${other.user.id}`, { is_admin: true }, key)
  await name()
  await me.patch(`/users/${other.user.id}`, { is_admin: false })
  await name()
  expect((await me.get(`/users/${other.user.id}`)).body.is_admin).toBe(false)
})
