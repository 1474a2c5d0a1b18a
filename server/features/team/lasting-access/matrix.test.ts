import { expect, test } from 'vitest'
import type { Provider } from '#contract/providers.ts'
import { readToken } from '#server/access/tokens/record-token.ts'
import { withEveryTeamTransaction, withTeamTransaction } from '#server/db/database.ts'
import { makeLink } from '#server/access/email-links/operations.ts'
import { makeResetLink } from '#server/features/team/operator-commands/operations.ts'
import { authenticator } from '#server/testing/authenticator.ts'
import { client, withCookies } from '#server/testing/client.ts'
import { type Member, newAddress, password, team } from '#server/testing/team.ts'

const publicUrl = 'https://asakai.example.com'
const noon = new Date('2026-10-23T03:00:00Z')
const chosen = { new_password: 'river stone lantern', confirm_password: 'river stone lantern' }

type Here = Awaited<ReturnType<typeof teamOfTwo>> & { earlier: string }

/** Two administrators, one of them the owner of the account. Only administrators can make webhooks. */
async function teamOfTwo() {
  const here = await team({ publicUrl, now: noon })
  const [administrator, owner] = [await here.member('佐伯'), await here.member('早川')]
  await administrator.patch(`/users/${owner.user.id}`, { is_admin: true })
  await prove(here, owner)
  const link = (purpose: 'password-reset' | 'password-link' | 'not-me' | 'email-proof', email = owner.user.email) =>
    withTeamTransaction(here.database, here, async (db) => {
      const member = { teamId: here.teamId, userId: owner.user.id }
      const madeBy = administrator.user.id
      const address = await makeLink(db, member, { purpose, email, publicUrl, now: here.clock.now, madeBy })
      return new URL(address).searchParams.get('token')!
    })
  return { ...here, administrator, owner, link }
}

const prove = (
  here: Pick<Awaited<ReturnType<typeof team>>, 'database' | 'teamId'>,
  { user }: Member,
  at: Date | null = noon,
) =>
  withTeamTransaction(here.database, here, (db) =>
    db
      .updateTable('users')
      .set({ email_proven_at: at })
      .where('team_id', '=', here.teamId)
      .where('id', '=', user.id)
      .execute(),
  )

const reads = async (here: Here, token: string) =>
  (await client(here.app, newAddress(), { authorization: `Bearer ${token}` }).get('/users/me')).status === 200

const connect = (here: Here, provider: Provider, subject: string | null) =>
  withTeamTransaction(here.database, here, (db) =>
    db
      .insertInto('connections')
      .values({
        team_id: here.teamId,
        user_id: here.owner.user.id,
        provider,
        account: 'x',
        subject,
        secret: null,
        connected_at: here.clock.now,
      })
      .execute(),
  )

/** Returns whether a connected account still belongs to an active member. */
const isConnected = async (here: Here, provider: Provider) => {
  const found = await withTeamTransaction(here.database, here, (db) =>
    db
      .selectFrom('connections as c')
      .innerJoin('users as u', (on) => on.onRef('u.team_id', '=', 'c.team_id').onRef('u.id', '=', 'c.user_id'))
      .where((is) => is.and({ 'c.team_id': here.teamId, 'c.user_id': here.owner.user.id, 'c.provider': provider }))
      .where('u.is_active', '=', true)
      .select('c.provider')
      .executeTakeFirst(),
  )
  return found !== undefined
}

async function login({ visitor, owner }: Here) {
  const { body } = await visitor().post('/auth/login', { username: owner.user.email, password })
  return body as { access_token: string; refresh_token: string }
}

async function makeToken({ owner }: Here) {
  const { body } = await owner.post('/tokens', { name: 'x', scopes: ['read', 'write'], expires_on: '2026-12-01' })
  return body as { id: string; token: string }
}

const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }

/**
 * Every way to sign in or to receive data that could outlive a measure against it. Each function returns a check of
 * whether it still works.
 */
const ways: Record<string, (here: Here) => Promise<() => Promise<boolean>>> = {
  'session on another device': async (here) => {
    const { access_token } = await login(here)
    return () => reads(here, access_token)
  },
  'refresh token of another device': async (here) => {
    const { refresh_token } = await login(here)
    return async () => (await here.visitor().post('/auth/refresh', { refresh_token })).status === 200
  },
  'push on another device': async (here) => {
    const { access_token } = await login(here)
    const { sid } = JSON.parse(Buffer.from(access_token.split('.')[1]!, 'base64url').toString()) as { sid: string }
    const of = { team_id: here.teamId, session_id: sid }
    const own = { endpoint: `https://push.example/${sid}`, p256dh: 'x', auth: 'x', user_id: here.owner.user.id }
    await withTeamTransaction(here.database, here, (db) =>
      db
        .insertInto('push_subscriptions')
        .values({ ...of, ...own, created_at: noon })
        .execute(),
    )
    const find = () =>
      withTeamTransaction(here.database, here, (db) =>
        db
          .selectFrom('push_subscriptions')
          .where((is) => is.and(of))
          .select('auth')
          .executeTakeFirst(),
      )
    return async () => (await find()) !== undefined
  },
  'access token': async (here) => {
    const { token } = await makeToken(here)
    return () => reads(here, token)
  },
  'assistant by MCP': async (here) => {
    const { token } = await makeToken(here)
    const program = client(here.app, newAddress(), {
      authorization: `Bearer ${token}`,
      accept: 'application/json, text/event-stream',
    })
    return async () => (await program.post('/mcp', listTools)).status === 200
  },
  'calendar address': async (here) => {
    const { address } = (await here.owner.get('/calendar')).body
    return async () => (await here.visitor().get(new URL(address).pathname.replace('/api', ''))).status === 200
  },
  passkey: async (here) => {
    const key = authenticator(publicUrl)
    const browser = withCookies(here.owner)
    const { body } = await browser.post('/passkeys/options')
    expect((await browser.post('/passkeys', { credential: key.create(body) })).status).toBe(201)
    return async () => {
      const visitor = withCookies(here.visitor())
      const { body: asked } = await visitor.post('/auth/passkey/options')
      return (await visitor.post('/auth/passkey', { credential: key.get(asked) })).status === 200
    }
  },
  ...Object.fromEntries(
    (['github', 'google', 'oidc', 'slack'] as const).map((provider) => [
      `${provider} account`,
      async (here: Here) => {
        await connect(here, provider, crypto.randomUUID())
        return () => isConnected(here, provider)
      },
    ]),
  ),
  webhook: async (here) => {
    const { status, body } = await here.owner.post('/webhooks', {
      url: 'https://1.1.1.1/x',
      events: ['report.submitted'],
    })
    expect(status).toBe(201)
    const find = async () =>
      (await here.administrator.get('/webhooks')).body.webhooks as { id: string; state: string }[]
    return async () => (await find()).some(({ id, state }) => id === body.id && state === 'on')
  },
  'Discord address': async (here) => {
    await connect(here, 'discord', null)
    return async () => (await here.administrator.get('/connections')).body.destinations.includes('discord')
  },
  'invitation that they made': async (here) => {
    const { body } = await here.owner.post('/invitations', { email: `${crypto.randomUUID()}@example.com` })
    const token = new URL(body.link).searchParams.get('token')!
    return async () => (await here.visitor().get(`/invitations/verify/${token}`)).body.valid
  },
  'link to reset the password': async (here) => {
    const token = await here.link('password-reset')
    return async () => (await here.visitor().post('/auth/password-reset/check', { token })).status === 204
  },
  'password link of an administrator': async (here) => {
    const token = await here.link('password-link')
    return async () => (await here.visitor().post('/auth/password-reset/check', { token })).status === 204
  },
  'password link that they made': async (here) => {
    const third = await here.member('森')
    const { body } = await here.owner.post(`/users/${third.user.id}/password-link`)
    const token = new URL(body.url).searchParams.get('token')!
    return async () => (await here.visitor().post('/auth/password-reset/check', { token })).status === 204
  },
  'link that takes a change back': async (here) => {
    const token = await here.link('not-me')
    return () => stillOpen(here, token)
  },
  'link to a new email': async (here) => {
    const token = await here.link('email-proof', 'thief@example.com')
    return () => stillOpen(here, token)
  },
}

/** Looks a link up in the database if following it would have an effect. */
async function stillOpen({ database }: Here, token: string) {
  const { id } = readToken(token)!
  const row = await withEveryTeamTransaction(database, (db) =>
    db.selectFrom('mail_links').where('id', '=', id).where('used_at', 'is', null).select('id').executeTakeFirst(),
  )
  return row !== undefined
}

const allWays = Object.keys(ways)
const tokens = ['access token', 'assistant by MCP']
const invitation = 'invitation that they made'
const emailLink = 'link to a new email'
const mails = 'link that takes a change back'
/** Each measure that ends sessions also withdraws a pending change of address and password links for others. */
const sessions = [
  'session on another device',
  'refresh token of another device',
  'push on another device',
  emailLink,
  'password link that they made',
]
const lasting = [...tokens, 'calendar address']
const places = ['webhook', 'Discord address']
const resets = ['link to reset the password', 'password link of an administrator']
const signIns = ['passkey', 'github account', 'google account', 'oidc account']

type Act = (here: Here) => Promise<{ status: number }>
const changePassword =
  (more: object): Act =>
  ({ owner }) =>
    owner.patch('/users/me/password', { ...chosen, ...more })
const resetPassword =
  (link: 'password-reset' | 'password-link'): Act =>
  async (here) =>
    here.visitor().put('/auth/password-reset', { token: await here.link(link), ...chosen })

/** The measures against an intruder, and the ways in that each one ends. All others stay, and each document says so. */
const events: Record<string, { before?: (here: Here) => Promise<unknown>; act: Act; ends: readonly string[] }> = {
  'the password is changed': { act: changePassword({}), ends: [...sessions, ...resets] },
  'the password is changed, with the box ticked': {
    act: changePassword({ end_lasting_access: true }),
    ends: [...sessions, ...lasting, ...resets, invitation],
  },
  'the password is reset by a link': {
    act: resetPassword('password-reset'),
    ends: [...sessions, ...lasting, ...resets, invitation],
  },
  'the password is set by the link of an administrator': {
    act: resetPassword('password-link'),
    ends: [...sessions, ...lasting, ...resets, invitation],
  },
  'a reset proves the address for the first time': {
    before: (here) => prove(here, here.owner, null),
    act: resetPassword('password-reset'),
    ends: allWays,
  },
  'the link of an administrator is used before the address is proven': {
    before: (here) => prove(here, here.owner, null),
    act: resetPassword('password-link'),
    ends: [...sessions, ...lasting, ...resets, invitation],
  },
  'an earlier email is answered with "it was not me"': {
    act: async (here) => {
      const answer = await here.visitor().post('/auth/not-me', { token: here.earlier })
      return { status: answer.status }
    },
    ends: allWays,
  },
  'a later email is answered with "it was not me", which proves the address for the first time': {
    before: async (here) => {
      await prove(here, here.owner, null)
      // The link of this email would also undo the changes before.
      await withTeamTransaction(here.database, here, (db) => db.deleteFrom('mail_links').execute())
    },
    act: async (here) => {
      here.clock.now = new Date(here.clock.now.getTime() + 5 * 60_000)
      const answer = await here.visitor().post('/auth/not-me', { token: await here.link('not-me') })
      return { status: answer.status }
    },
    ends: allWays,
  },
  'they end the session on the other device': {
    act: async ({ owner }) => {
      const others = (await owner.get('/sessions')).body.sessions.filter(
        ({ current }: { current: boolean }) => !current,
      )
      for (const { id } of others.slice(1)) await owner.delete(`/sessions/${id}`)
      return owner.delete(`/sessions/${others[0].id}`)
    },
    ends: sessions,
  },
  'they log out all other sessions': { act: ({ owner }) => owner.delete('/sessions'), ends: sessions },
  'an administrator signs them out everywhere': {
    act: ({ administrator, owner }) => administrator.delete(`/users/${owner.user.id}/sessions`),
    ends: [...sessions, ...lasting, invitation],
  },
  'they are deactivated': {
    act: ({ administrator, owner }) => administrator.patch(`/users/${owner.user.id}`, { is_active: false }),
    ends: [...sessions, ...lasting, ...signIns, 'slack account', invitation, ...resets, mails],
  },
  'they are deactivated and what they set up is stopped': {
    act: async ({ administrator, owner }) => {
      const { body } = await administrator.get(`/users/${owner.user.id}/setups`)
      const webhooks = body.webhooks.map(({ id }: { id: string }) => id)
      const connections = body.connections.map(({ provider }: { provider: string }) => provider)
      return administrator.patch(`/users/${owner.user.id}`, { is_active: false, stop: { webhooks, connections } })
    },
    ends: [...sessions, ...lasting, ...signIns, ...places, 'slack account', invitation, ...resets, mails],
  },
  'they are no administrator any more': {
    act: ({ administrator, owner }) => administrator.patch(`/users/${owner.user.id}`, { is_admin: false }),
    ends: ['password link that they made'],
  },
  'they leave and keep their reports': {
    act: ({ owner }) => owner.call('DELETE', '/users/me', { reports: 'keep', password }),
    ends: allWays,
  },
  'they leave and erase everything': {
    act: ({ owner }) => owner.call('DELETE', '/users/me', { reports: 'erase', password }),
    ends: allWays,
  },
  'they log out on this device': {
    act: ({ visitor, owner }) => visitor().post('/auth/logout', { refresh_token: owner.tokens.refresh_token }),
    ends: [],
  },
  'they change their email by its link': {
    act: async (here) => {
      const token = await here.link('email-proof', `new-${here.owner.user.email}`)
      return here.visitor().post('/auth/email-proof', { token })
    },
    ends: [...resets, emailLink],
  },
  'their token is revoked': {
    act: async ({ owner }) => {
      const { body } = await owner.get('/tokens')
      for (const { id } of body.tokens) await owner.delete(`/tokens/${id}`)
      return { status: 200 }
    },
    ends: tokens,
  },
}

test.each(Object.entries(events))(
  'when %s, these ways in end and the others stay',
  async (_event, { before, act, ends }) => {
    const plain = await teamOfTwo()
    const here = Object.assign(plain, { earlier: await plain.link('not-me') })
    await before?.(here)
    // Later than the email, so that the email's link undoes what is created from now on.
    here.clock.now = new Date(noon.getTime() + 60_000)
    const made = new Map<string, () => Promise<boolean>>()
    for (const [way, make] of Object.entries(ways)) made.set(way, await make(here))
    expect((await act(here)).status).toBeLessThan(300)
    const stay: string[] = []
    for (const [way, works] of made) if (await works()) stay.push(way)
    expect(stay).toEqual(allWays.filter((way) => !ends.includes(way)))
  },
)

test('every way in works before any measure', async () => {
  const plain = await teamOfTwo()
  const here = Object.assign(plain, { earlier: '' })
  for (const [way, make] of Object.entries(ways)) expect([way, await (await make(here))()]).toEqual([way, true])
})

test('the first proof of an address by email takes the right from administrators that the account named', async () => {
  const plain = await teamOfTwo()
  const here = Object.assign(plain, { earlier: '' })
  const accomplice = await here.member('共犯')
  expect((await here.owner.patch(`/users/${accomplice.user.id}`, { is_admin: true })).status).toBe(200)
  await prove(here, here.owner, null)
  expect((await resetPassword('password-reset')(here)).status).toBe(204)
  expect((await here.administrator.get(`/users/${accomplice.user.id}`)).body.is_admin).toBe(false)
  expect((await here.administrator.get(`/users/${here.owner.user.id}`)).body.is_admin).toBe(true)
})

test('a link of the operator stops no setup of the account and does not prove its address', async () => {
  const plain = await teamOfTwo()
  const here = Object.assign(plain, { earlier: '' })
  await prove(here, here.owner, null)
  const webhookWorks = await ways.webhook!(here)
  const url = await makeResetLink(here.app.services, here.owner.user.email, publicUrl)
  const token = new URL(url).searchParams.get('token')!
  expect((await here.visitor().put('/auth/password-reset', { token, ...chosen })).status).toBe(204)
  expect(await webhookWorks()).toBe(true)
  const { email_proven_at } = await withTeamTransaction(here.database, here, (db) =>
    db.selectFrom('users').where('id', '=', here.owner.user.id).select('email_proven_at').executeTakeFirstOrThrow(),
  )
  expect(email_proven_at).toBeNull()
})
