import { expect } from 'vitest'
import { webhookProviders } from '#contract/providers.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { insertChannel, selectChannel, upsertWorkspace } from '#server/features/chat/slack/sql.ts'
import { insertMails } from '#server/features/notifications/weekly-emails/sql.ts'
import { grantTokenOf } from '#server/features/sign-in/openid/leaver.fixture.ts'
import { authenticator } from '#server/testing/authenticator.ts'
import { client, withCookies } from '#server/testing/client.ts'
import { newAddress } from '#server/testing/team.ts'
import { connect, type Here, transact, isConnected, login, makeToken, noon, publicUrl, reads } from './team-of-two.ts'

const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }

export const right = 'right of an administrator'
export const opening = 'team that they opened for people without an invitation'
export const weeklyEmail = 'weekly email to them'

let lastWeek = 0 // days after `noon`
/** Returns the first day of a week for which no weekly email exists yet. */
const nextWeek = () => new Date(noon.getTime() + (lastWeek += 7) * 86_400_000).toISOString().slice(0, 10)

/**
 * All ways to sign in, to act or to receive data that could still work after a measure against an intruder, and all
 * things that a member sets up. Each function returns a check that tells whether its way still works.
 */
export const ways: Record<string, (here: Here) => Promise<() => Promise<boolean>>> = {
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
  'program by OAuth': async (here) => {
    const { app, owner } = here
    const token = await grantTokenOf(app, owner.tokens.access_token, '2026-12-01')
    const program = client(app, newAddress(), {
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
    if (here.isShared) {
      const changed = { events: ['report.submitted', 'report.updated'] }
      expect((await here.administrator.patch(`/webhooks/${body.id}`, changed)).status).toBe(200)
    }
    return () => isOn(here, body.id)
  },
  'webhook of another with their address': async (here) => {
    const { body } = await here.administrator.post('/webhooks', {
      url: 'https://1.1.1.1/company',
      events: ['report.submitted'],
    })
    expect((await here.owner.patch(`/webhooks/${body.id}`, { url: 'https://1.1.1.1/own' })).status).toBe(200)
    if (here.isShared) {
      const changed = { url: 'https://1.1.1.1/own', events: ['report.deleted'] }
      expect((await here.administrator.patch(`/webhooks/${body.id}`, changed)).status).toBe(200)
    }
    return () => isOn(here, body.id)
  },
  'webhook of another that they resumed': async (here) => {
    const { body } = await here.administrator.post('/webhooks', {
      url: 'https://1.1.1.1/company',
      events: ['report.submitted'],
    })
    await transact(here, (db) =>
      db.updateTable('webhooks').set({ stopped_at: noon }).where('id', '=', body.id).execute(),
    )
    expect((await here.owner.patch(`/webhooks/${body.id}`, { state: 'on' })).status).toBe(200)
    if (here.isShared) {
      const changed = { state: 'on', events: ['report.deleted'] }
      expect((await here.administrator.patch(`/webhooks/${body.id}`, changed)).status).toBe(200)
    }
    return () => isOn(here, body.id)
  },
  ...Object.fromEntries(
    webhookProviders.map((provider) => [
      `${provider} channel of the team`,
      async (here: Here) => {
        await connect(here, provider, null)
        return async () => (await here.administrator.get('/connections')).body.destinations.includes(provider)
      },
    ]),
  ),
  'Slack of the team': async (here) => {
    const [team_id, by] = [here.teamId, here.owner.user.id]
    await transact(here, (db) =>
      db
        .insertInto('slack_workspaces')
        .values({
          team_id,
          workspace_id: `T-${team_id}`,
          name: 'x',
          secret: 'x',
          installed_by: by,
          chosen_by: by,
          chosen_at: here.clock.now,
        })
        .execute(),
    )
    const [administrator, workspace] = [
      here.administrator.user.id,
      { workspaceId: `T-${team_id}`, name: 'x', secret: 'x' },
    ]
    if (here.isShared)
      await transact(here, (db) => upsertWorkspace(db, { teamId: team_id, userId: administrator }, workspace, noon))
    return () =>
      transact(here, async (db) => (await db.selectFrom('slack_workspaces').select('name').execute()).length > 0)
  },
  'Slack channel of the team': async (here) => {
    const member = { teamId: here.teamId, userId: here.owner.user.id }
    await transact(here, (db) => insertChannel(db, member, { id: 'C9', name: 'x' }, here.clock.now))
    return async () => (await transact(here, (db) => selectChannel(db, here)))?.id === 'C9'
  },
  [opening]: async (here) => {
    for (const [by, invited_only] of [
      [here.administrator, true],
      [here.owner, false],
    ] as const)
      expect((await by.patch('/teams/me', { invited_only })).status).toBe(200)
    if (here.isShared)
      expect((await here.administrator.patch('/teams/me', { invited_only: false, digest_hour: 9 })).status).toBe(200)
    return async () => !(await here.administrator.get('/users/me')).body.team.invited_only
  },
  [right]: async (here) => async () => {
    const { is_active, is_admin } = (await here.administrator.get(`/users/${here.owner.user.id}`)).body
    return is_active === true && is_admin
  },
  [weeklyEmail]: async (here) => async () => {
    const queued = await transact(here, (db) => insertMails(db, here, { from: nextWeek(), now: noon }))
    const ids = new Set(queued.map(({ id }) => id))
    const rows = await transact(here, (db) => db.selectFrom('outbox').select(['id', 'user_id']).execute())
    return rows.some(({ id, user_id }) => ids.has(id) && user_id === here.owner.user.id)
  },
  'invitation that they made': async (here) => {
    const { body } = await here.owner.post('/invitations', { email: `${crypto.randomUUID()}@example.com` })
    const again = here.isShared && (await here.administrator.post(`/invitations/${body.id}/resend`)).body
    const token = new URL((again || body).link).searchParams.get('token')!
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
    return async () => (await here.visitor().post('/auth/not-me/check', { token })).status === 200
  },
  // Must be the last entry, because the check of this way changes the address.
  'link to a new email': async (here) => {
    const token = await here.link('email-proof', `${crypto.randomUUID()}@example.com`)
    return async () => (await here.visitor().post('/auth/email-proof', { token })).status === 204
  },
}

async function isOn({ administrator }: Here, webhookId: string) {
  const webhooks = (await administrator.get('/webhooks')).body.webhooks as { id: string; state: string }[]
  return webhooks.some(({ id, state }) => id === webhookId && state === 'on')
}
