import { v7 as newId } from 'uuid'
import { webhookProviders } from '#contract/providers.ts'
import { startSession } from '#server/access/sessions/operations.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { authenticator } from './authenticator.ts'
import { withCookies } from './client.ts'
import { waitingConsent } from './consent.ts'
import { password } from './team.ts'
import { runImports } from './jobs.ts'
import { type Here, now, today, type Writes } from './write-team.ts'

const inAMonth = '2026-12-20'

const pushKeys = { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) }

async function webhook({ me }: Here) {
  return (await me.post('/webhooks', { url: 'https://1.1.1.1/x', events: ['report.submitted'] })).body.id as string
}

async function passkey({ me }: Here) {
  const browser = withCookies(me)
  const { body: given } = await browser.post('/passkeys/options')
  const body = (name: string) => ({ name, credential: authenticator('http://localhost:3000').create(given) })
  const cookie = [...browser.jar].map(([name, value]) => `${name}=${value}`).join('; ')
  return { browser, body, headers: { cookie } }
}
const chatWrites: Writes = Object.fromEntries(
  webhookProviders.map((provider) => {
    const path = `/connections/${provider}`
    const body = ({ chats }: Here, id: string) => ({ webhook_url: chats[provider].webhook(id) })
    return [`POST ${path}`, (here: Here) => ({ path, body: body(here, '1'), other: body(here, '2') })]
  }),
)

export const accountWrites: Writes = {
  'POST /tokens': () => ({
    path: '/tokens',
    body: { name: 'x', scopes: ['read'], expires_on: inAMonth },
    other: { name: 'y', scopes: ['read'], expires_on: inAMonth },
  }),
  'POST /provisioning/token': () => ({ path: '/provisioning/token' }),
  'DELETE /provisioning/token': async ({ me }) => {
    await me.post('/provisioning/token')
    return { path: '/provisioning/token' }
  },
  'DELETE /tokens/:id': async ({ me }) => {
    const { body } = await me.post('/tokens', { name: 'x', scopes: ['read'], expires_on: inAMonth })
    return { path: `/tokens/${body.id}` }
  },
  'POST /consents/:request': async ({ app }) => ({
    path: `/consents/${await waitingConsent(app)}`,
    body: { scopes: ['read'], expires_on: inAMonth },
    other: { scopes: ['write'], expires_on: inAMonth },
  }),
  'DELETE /consents/:request': async ({ app }) => ({ path: `/consents/${await waitingConsent(app)}` }),
  'DELETE /grants/:id': async ({ app, me, database, teamId }) => {
    await me.post(`/consents/${await waitingConsent(app)}`, { scopes: ['read'], expires_on: inAMonth })
    const { id } = await withTeamTransaction(database, { teamId }, (db) =>
      db.selectFrom('oauth_grants').select('id').executeTakeFirstOrThrow(),
    )
    return { path: `/grants/${id}` }
  },
  'POST /passkeys/options': () => ({ path: '/passkeys/options' }),
  'POST /passkeys': async (here) => {
    const { body, headers } = await passkey(here)
    return { path: '/passkeys', body: body('x'), other: body('y'), headers }
  },
  'PATCH /passkeys/:id': async (here) => {
    const { browser, body } = await passkey(here)
    const { body: made } = await browser.post('/passkeys', body('x'))
    return { path: `/passkeys/${made.id}`, body: { name: 'y' }, other: { name: 'z' } }
  },
  'DELETE /passkeys/:id': async (here) => {
    const { browser, body } = await passkey(here)
    const { body: made } = await browser.post('/passkeys', body('x'))
    return { path: `/passkeys/${made.id}` }
  },
  'POST /auth/reauthenticate': () => ({
    path: '/auth/reauthenticate',
    body: { current_password: password },
    other: { current_password: 'another of them' },
  }),
  'PATCH /users/me/password': () => {
    const to = (chosen: string) => ({ current_password: password, new_password: chosen, confirm_password: chosen })
    return { path: '/users/me/password', body: to('kumo no mine ikutsu'), other: to('kuzurete tsuki no yama') }
  },
  'POST /invitations': ({ me }) => ({
    path: '/invitations',
    body: { email: `a-${me.user.email}` },
    other: { email: `b-${me.user.email}` },
  }),
  'POST /invitations/:id/resend': async ({ me }) => {
    const { body } = await me.post('/invitations', { email: `a-${me.user.email}` })
    return { path: `/invitations/${body.id}/resend` }
  },
  'DELETE /invitations/:id': async ({ me }) => {
    const { body } = await me.post('/invitations', { email: `a-${me.user.email}` })
    return { path: `/invitations/${body.id}` }
  },
  'POST /calendar': () => ({ path: '/calendar' }),
  'POST /webhooks': () => ({
    path: '/webhooks',
    body: { url: 'https://1.1.1.1/x', events: ['report.submitted'] },
    other: { url: 'https://1.1.1.1/y', events: ['report.submitted'] },
  }),
  'PATCH /webhooks/:id': async (here) => ({
    path: `/webhooks/${await webhook(here)}`,
    body: { events: ['report.updated'] },
    other: { events: ['report.deleted'] },
  }),
  'DELETE /webhooks/:id': async (here) => ({ path: `/webhooks/${await webhook(here)}` }),
  'POST /webhooks/:id/test': async (here) => ({ path: `/webhooks/${await webhook(here)}/test` }),
  'POST /notifications/deliveries/:id/retry': async ({ teamId, me, insert }) => {
    const id = newId()
    const about = { kind: 'report', day: today, destination: 'slack', status: 'dead', failure: 'unavailable' }
    await insert('outbox', {
      team_id: teamId,
      id,
      user_id: me.user.id,
      ...about,
      due_at: now,
      updated_at: now,
    })
    return { path: `/notifications/deliveries/${id}/retry` }
  },
  'PATCH /users/:id': ({ other }) => ({
    path: `/users/${other.user.id}`,
    body: { is_admin: true },
    other: { is_active: false },
  }),
  'POST /users/:id/password-link': ({ other }) => ({ path: `/users/${other.user.id}/password-link` }),
  'DELETE /users/:id/sessions': ({ other }) => ({ path: `/users/${other.user.id}/sessions` }),
  'DELETE /sessions/:id': async (here) => {
    await startSession(here.app.services, { teamId: here.teamId, userId: here.me.user.id }, 'password')
    const { body } = await here.me.get('/sessions')
    const { id } = body.sessions.find(({ current }: { current: boolean }) => !current)
    return { path: `/sessions/${id}` }
  },
  'DELETE /sessions': async (here) => {
    await startSession(here.app.services, { teamId: here.teamId, userId: here.me.user.id }, 'password')
    return { path: '/sessions' }
  },
  'POST /mcp': () => {
    const draft = (today_plan: string) => ({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'draft_report', arguments: { today_plan } },
    })
    const headers = { accept: 'application/json, text/event-stream' }
    return { path: '/mcp', body: draft('a'), other: draft('b'), headers }
  },
  'POST /connections/:provider/ticket': () => ({ path: '/connections/slack/ticket' }),
  ...chatWrites,
  'POST /connections/backlog': ({ tracker }) => ({
    path: '/connections/backlog',
    body: { space: tracker.url, apiKey: 'right-key' },
    other: { space: tracker.url, apiKey: 'wrong-key' },
  }),
  'POST /connections/jira': ({ tracker }) => ({
    path: '/connections/jira',
    body: { domain: tracker.url, email: 'misaki@example.com', apiToken: 'right-key' },
    other: { domain: tracker.url, email: 'misaki@example.com', apiToken: 'wrong-key' },
  }),
  'DELETE /connections/:provider': async ({ me, tracker }) => {
    await me.post('/connections/backlog', { space: tracker.url, apiKey: 'right-key' })
    return { path: '/connections/backlog' }
  },
  'POST /backlogs/:source/issues/import': async ({ app, me, tracker }) => {
    runImports(app)
    await me.post('/connections/backlog', { space: tracker.url, apiKey: 'right-key' })
    return { path: '/backlogs/backlog/issues/import' }
  },
  'PUT /slack/channel': async ({ me, connect }) => {
    await connect(me.user.id, 'misaki')
    return { path: '/slack/channel', body: {}, other: { id: 'C0' } }
  },
  'POST /slack/links': async ({ me, connect }) => {
    await connect(me.user.id, 'misaki')
    return { path: '/slack/links' }
  },
  'POST /slack/assign': async ({ me, connect, slackId }) => {
    await connect(me.user.id, 'misaki')
    return {
      path: '/slack/assign',
      body: { id: slackId('naoki'), email: 'naoki@hinode.example' },
      other: { id: slackId('naoki'), email: 'other@hinode.example' },
    }
  },
  'DELETE /connections/slack': async ({ me, connect }) => {
    await connect(me.user.id, 'misaki')
    return { path: '/connections/slack' }
  },
  'PUT /notifications/push': () => ({
    path: '/notifications/push',
    body: { endpoint: 'https://1.1.1.1/a', keys: pushKeys },
    other: { endpoint: 'https://1.1.1.1/b', keys: pushKeys },
  }),
  'DELETE /notifications/push': async ({ me }) => {
    await me.put('/notifications/push', { endpoint: 'https://1.1.1.1/a', keys: pushKeys })
    return {
      path: '/notifications/push',
      body: { endpoint: 'https://1.1.1.1/a' },
      other: { endpoint: 'https://1.1.1.1/b' },
    }
  },
}
