import { expect, test } from 'vitest'
import { webhookProviders } from '#contract/providers.ts'
import { client } from '#server/testing/client.ts'
import { routesOf } from '#server/testing/described.ts'
import { filesIn } from '#server/testing/stored-zip.ts'
import { newAddress, password, firstTeam, team } from '#server/testing/team.ts'

// Decides for every route of members whether access tokens may call it (E1.08). The test fails for a new route until it
// is listed. A route must require a session if somebody who found a token could use the route
// - to keep access after the token is revoked, or to extend it
// - to lock a member out

/** Allowed for a token with `read`. */
const reading = [
  'GET /users',
  'GET /users/me',
  'GET /users/:id',
  'GET /users/:id/setups',
  'GET /tokens',
  'GET /grants',
  'POST /mcp',
  'GET /users/me/export',
  'GET /export',
  'GET /daily-reports',
  'GET /daily-reports/days',
  'GET /daily-reports/my/latest',
  'GET /daily-reports/:id/reactions',
  'GET /daily-reports/:id/comments',
  'GET /insights/:id/comments',
  'GET /mentions',
  'GET /daily-reports/draft',
  'GET /insights',
  'GET /activity',
  'GET /monthly-reports/achievement/my',
  'GET /months',
  'GET /months/:month',
  'GET /months/:month/members',
  'GET /frequent_tasks',
  'GET /backlogs',
  'GET /backlogs/syncs',
  'GET /backlogs/imports',
  'GET /backlogs/imports/:id',
  'GET /invitations',
  'GET /connections',
  'GET /slack/users',
  'GET /slack/app',
  'GET /slack/channel',
  'GET /slack/channels',
  'GET /notifications/deliveries',
  'GET /webhooks',
  'GET /webhooks/:id/deliveries',
  'GET /team/backup',
  'GET /deployment/state',
  'GET /dashboard',
  'GET /dashboard/stats',
  'GET /blockers',
  'GET /search',
  'GET /absences',
  'GET /holidays',
  'GET /holidays/countries',
  'GET /holidays/subscription',
  'GET /import',
  'GET /import/:id',
  'GET /due-reports',
  'GET /week',
  'GET /events',
]

/**
 * Allowed for a token with `write`. None of these calls lets a stranger in. With a session, a member can see or undo
 * what the calls did.
 */
const writing = [
  'POST /daily-reports/:id/restore',
  'PUT /holidays/subscription',
  'DELETE /holidays/subscription',
  'DELETE /import/:id',
  'PUT /users/me',
  'PATCH /users/me/profile',
  'PATCH /users/me/settings',
  'PATCH /users/:id/schedule',
  'POST /import',
  'POST /daily-reports',
  'PUT /daily-reports/:id',
  'DELETE /daily-reports/:id',
  'PUT /daily-reports/:id/read',
  'DELETE /daily-reports/:id/read',
  'POST /daily-reports/read',
  'PUT /daily-reports/:id/reactions/:reaction',
  'DELETE /daily-reports/:id/reactions/:reaction',
  'POST /daily-reports/:id/comments',
  'POST /insights/:id/comments',
  'PUT /comments/:id',
  'DELETE /comments/:id',
  'PUT /mentions/:id/read',
  'POST /mentions/read',
  'POST /mentions/unread',
  'DELETE /daily-reports/draft',
  'POST /insights',
  'PUT /insights/:id',
  'DELETE /insights/:id',
  'PATCH /insights/:id/try',
  'POST /insights/:id/like',
  'DELETE /insights/:id/like',
  'PATCH /months/:month',
  'POST /frequent_tasks',
  'PUT /frequent_tasks',
  'POST /backlogs/:source/issues/import',
  'POST /notifications/deliveries/:id/retry',
  'POST /webhooks/:id/test',
  'PATCH /teams/me',
  'PATCH /team',
  'PATCH /blockers/:id',
  'PUT /absences/:id',
  'DELETE /absences/:id',
  'PUT /holidays/:date',
  'DELETE /holidays/:date',
  'POST /holidays/import',
]

/** Refused for every token. The comment above each group says why. */
const session = [
  // These could let a stranger in, or extend a stranger's access.
  'POST /tokens',
  'GET /provisioning/token',
  'POST /provisioning/token',
  'POST /passkeys/options',
  'POST /passkeys',
  'POST /auth/reauthenticate',
  'PATCH /users/me/password',
  'POST /invitations',
  'POST /invitations/:id/resend',
  'GET /consents/:request',
  'POST /consents/:request',
  'POST /connections/:provider/ticket',
  'POST /slack/links',
  'POST /slack/assign',
  // These would allow reading after the token is revoked.
  'GET /calendar',
  'POST /calendar',
  'POST /webhooks',
  'PATCH /webhooks/:id',
  'GET /notifications/push',
  'PUT /notifications/push',
  ...webhookProviders.map((provider) => `POST /connections/${provider}`),
  'PUT /slack/channel',
  // These store a credential for another service, which still works after the token is revoked.
  'POST /connections/backlog',
  'POST /connections/jira',
  // These change permissions, or lock a member, a program or the directory out.
  'PATCH /users/:id',
  'POST /users/:id/password-link',
  'DELETE /users/:id/sessions',
  'DELETE /users/me',
  'DELETE /tokens/:id',
  'DELETE /grants/:id',
  'DELETE /consents/:request',
  'DELETE /provisioning/token',
  'GET /sessions',
  'DELETE /sessions/:id',
  'DELETE /sessions',
  'GET /passkeys',
  'PATCH /passkeys/:id',
  'DELETE /passkeys/:id',
  'DELETE /invitations/:id',
  'DELETE /connections/:provider',
  'DELETE /connections/slack',
  'DELETE /webhooks/:id',
  'DELETE /notifications/push',
]

test('every route allows exactly the token scopes of the list in this test', async () => {
  const { app } = await team()
  const decided = Object.fromEntries([
    ...reading.map((name) => [name, 'read']),
    ...writing.map((name) => [name, 'write']),
    ...session.map((name) => [name, 'session']),
  ])
  const members = routesOf(app).filter(
    ({ method, schema }) => method !== 'HEAD' && schema?.security?.some((scheme) => 'bearer' in scheme),
  )
  const answered = members.map(({ name, method, schema }) => {
    const isReading = method === 'GET' || schema?.byToken === 'read'
    return [name, schema?.byToken === 'never' ? 'session' : isReading ? 'read' : 'write']
  })
  expect(Object.fromEntries(answered)).toEqual(decided)
})

test('an access token can change the schedule of its owner only', async () => {
  const { app, member } = await firstTeam()
  const [administrator, colleague] = [await member('佐伯'), await member('早川')]
  const expires_on = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
  const { body } = await administrator.post('/tokens', { name: 'x', scopes: ['read', 'write'], expires_on })
  const program = client(app, newAddress(), { authorization: `Bearer ${body.token}` })
  const change = { writes: false }
  const refused = await program.patch(`/users/${colleague.user.id}/schedule`, change)
  expect(refused).toMatchObject({ status: 403, body: { code: 'session_needed' } })
  expect((await program.patch(`/users/${administrator.user.id}/schedule`, change)).status).toBe(200)
})

/** Creates an administrator, and a program that has a token of theirs with all scopes. */
async function withProgram() {
  const here = await firstTeam({ now: new Date('2026-11-20T03:00:00Z') })
  const me = await here.member('佐伯')
  const { body } = await me.post('/tokens', { name: 'x', scopes: ['read', 'write'], expires_on: '2026-12-01' })
  const authorization = `Bearer ${body.token}`
  return { ...here, me, authorization, program: client(here.app, newAddress(), { authorization }) }
}

test('an access token cannot decide who may join the team', async () => {
  const { me, program } = await withProgram()
  expect((await me.patch('/teams/me', { invited_only: true })).status).toBe(200)
  for (const path of ['/teams/me', '/team'])
    expect(await program.patch(path, { invited_only: false })).toMatchObject({
      status: 403,
      body: { code: 'session_needed' },
    })
  expect((await program.patch('/teams/me', { name: '開発部' })).body).toMatchObject({ invited_only: true })
})

test('an access token cannot change its owner’s email or the email’s spelling', async () => {
  const { me, program } = await withProgram()
  const profile = { first_name: '美咲', family_name: '佐伯', preferred_name: '' }
  for (const email of [me.user.email.toUpperCase(), `new-${me.user.email}`])
    expect(
      (await program.patch('/users/me/profile', { ...profile, email, current_password: password })).body.code,
    ).toBe('session_needed')
  expect((await program.patch('/users/me/profile', { ...profile, email: me.user.email })).body.email).toBe(
    me.user.email,
  )
})

test('an export by an access token contains no sessions and no passkeys', async () => {
  const { app, authorization, me } = await withProgram()
  const namesFor = async (sent: string) => {
    const { rawPayload } = await app.inject({ url: '/api/users/me/export', headers: { authorization: sent } })
    return Object.keys(filesIn(rawPayload))
  }
  const [bySession, byToken] = [await namesFor(`Bearer ${me.tokens.access_token}`), await namesFor(authorization)]
  expect(bySession.filter((name) => !byToken.includes(name)).toSorted()).toEqual([
    'passkeys.csv',
    'passkeys.json',
    'sessions.csv',
    'sessions.json',
  ])
})

test('an access token sees only the host of a webhook’s URL', async () => {
  const { me, program } = await withProgram()
  const url = 'https://1.1.1.1/a?key=b'
  await me.post('/webhooks', { url, events: ['report.submitted'] })
  for (const path of ['/webhooks', `/users/${me.user.id}/setups`]) {
    expect([path, (await me.get(path)).body.webhooks]).toMatchObject([path, [{ url }]])
    expect([path, (await program.get(path)).body.webhooks]).toMatchObject([path, [{ url: 'https://1.1.1.1/…' }]])
  }
})
