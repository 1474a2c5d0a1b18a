import { expect, test } from 'vitest'
import type { Headers } from '#server/testing/client.ts'
import { type Member, team } from '#server/testing/team.ts'

/** The calls that answer with a secret once, and what makes that secret worthless afterwards. */
const secrets: Record<
  string,
  { ask: (me: Member, key: Headers) => Promise<Answered>; end: (me: Member, made: Made) => Promise<unknown> }
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
  'a calendar address that was replaced': {
    ask: (me, key) => me.post('/calendar', undefined, key),
    end: (me) => me.post('/calendar'),
  },
}
type Made = { id: string }
type Answered = Awaited<ReturnType<Member['post']>>

const inAMonth = () => new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)

test.each(Object.entries(secrets))('does not answer again with %s', async (_what, { ask, end }) => {
  const me = await (await team()).member()
  const key = { 'idempotency-key': 'the same request' }
  const first = await ask(me, key)
  expect(first.status).toBeLessThan(300)
  expect((await ask(me, key)).body).toEqual(first.body)
  await end(me, first.body)
  // Neither the dead secret nor another one, however often it is sent.
  for (let time = 0; time < 2; time += 1)
    expect(await ask(me, key)).toMatchObject({ status: 409, body: { code: 'key_reused' } })
})
