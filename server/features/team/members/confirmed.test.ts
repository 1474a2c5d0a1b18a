import { expect, test } from 'vitest'
import { readProviders } from '#server/config/providers.ts'
import { readerOf } from '#server/config/environment.ts'
import { type Member, password, team } from '#server/testing/team.ts'

const noon = new Date('2026-10-23T03:00:00Z')
const providers = readProviders(readerOf({ SLACK_CLIENT_ID: 'x', SLACK_CLIENT_SECRET: 'x', SLACK_CHANNEL_ID: 'C1' }))
const webhook = { url: 'https://1.1.1.1/x', events: ['report.submitted'] }
const expires_on = '2026-12-01'

type Parts = { admin: Member; own: Record<string, string>; other: Member; webhookId: string }

/** The requests that give access for longer than a session, to sign in or to receive data (E1.07). */
const asking: Record<string, (parts: Parts) => Promise<{ status: number; body: { code?: string } | undefined }>> = {
  'creating an access token': ({ admin, own }) =>
    admin.post('/tokens', { name: 'x', scopes: ['read'], expires_on }, own),
  'creating a webhook': ({ admin, own }) => admin.post('/webhooks', webhook, own),
  'changing the address of a webhook': ({ admin, own, webhookId }) =>
    admin.patch(`/webhooks/${webhookId}`, { url: 'https://1.1.1.1/y' }, own),
  'changing the events of a webhook': ({ admin, own, webhookId }) =>
    admin.patch(`/webhooks/${webhookId}`, { events: ['member.joined'] }, own),
  'resuming a webhook': ({ admin, own, webhookId }) => admin.patch(`/webhooks/${webhookId}`, { state: 'on' }, own),
  'naming another administrator': ({ admin, own, other }) =>
    admin.patch(`/users/${other.user.id}`, { is_admin: true }, own),
  'reactivating a member as an administrator': async ({ admin, own, other }) => {
    await admin.patch(`/users/${other.user.id}`, { is_active: false }, own)
    return admin.patch(`/users/${other.user.id}`, { is_active: true, is_admin: true }, own)
  },
  'opening the team for sign-ups': ({ admin, own }) => admin.patch('/teams/me', { invited_only: false }, own),
  'connecting Slack': ({ admin, own }) => admin.post('/connections/slack/ticket', undefined, own),
  // The server checks the password first, so the invalid address does not matter.
  'connecting Discord': ({ admin, own }) =>
    admin.post('/connections/discord', { webhook_url: 'https://x.example' }, own),
  'connecting Google Chat': ({ admin, own }) =>
    admin.post('/connections/google-chat', { webhook_url: 'https://x.example' }, own),
}

test.each(Object.entries(asking))(
  'the server asks for the password before %s if the sign-in is fifteen minutes old',
  async (_what, ask) => {
    const { clock, member, visitor } = await team({ now: noon, providers })
    const [admin, other] = [await member('佐伯'), await member('早川')]
    const { body: made } = await admin.post('/webhooks', webhook)
    const refreshedParts = async () => {
      const { body } = await visitor().post('/auth/refresh', admin.tokens)
      Object.assign(admin.tokens, body)
      return { admin, other, webhookId: made.id, own: { authorization: `Bearer ${body.access_token}` } }
    }
    clock.now = new Date(noon.getTime() + 15 * 60_000 - 1)
    expect((await ask(await refreshedParts())).body?.code).not.toBe('reauthentication_required')
    clock.now = new Date(noon.getTime() + 15 * 60_000)
    const parts = await refreshedParts()
    expect(await ask(parts)).toMatchObject({ status: 403, body: { code: 'reauthentication_required' } })
    await admin.post('/auth/reauthenticate', { current_password: password }, parts.own)
    expect((await ask(parts)).body?.code).not.toBe('reauthentication_required')
  },
)

test('an administrator who is deactivated and reactivated becomes a plain member', async () => {
  const { member } = await team({ now: noon })
  const [admin, other] = [await member('佐伯'), await member('早川')]
  const change = async (to: object) => (await admin.patch(`/users/${other.user.id}`, to)).body
  await change({ is_admin: true })
  await change({ is_active: false })
  expect(await change({ is_active: true })).toMatchObject({ is_active: true, is_admin: false })
  await change({ is_active: false })
  expect(await change({ is_active: true, is_admin: true })).toMatchObject({ is_active: true, is_admin: true })
})

test('closing the team or reactivating a member does not ask for the password', async () => {
  const { clock, member, visitor } = await team({ now: noon })
  const [admin, other] = [await member('佐伯'), await member('早川')]
  await admin.patch(`/users/${other.user.id}`, { is_admin: true })
  clock.now = new Date(noon.getTime() + 60 * 60_000)
  const { body } = await visitor().post('/auth/refresh', admin.tokens)
  const own = { authorization: `Bearer ${body.access_token}` }
  for (const change of [{ is_admin: false }, { is_active: false }, { is_active: true }])
    expect((await admin.patch(`/users/${other.user.id}`, change, own)).status).toBe(200)
  expect((await admin.patch('/teams/me', { invited_only: true }, own)).status).toBe(200)
})
