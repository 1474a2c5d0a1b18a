import { expect, test } from 'vitest'
import { withTeamTransaction } from '#server/db/database.ts'
import { type Member, team } from '#server/testing/team.ts'

const webhook = (path: string) => ({ url: `https://1.1.1.1/${path}`, events: ['report.submitted'] })

/** Creates two administrators, each with a webhook. The second has connected Slack and Discord. */
async function twoAdministrators() {
  const here = await team()
  const [saeki, fujii] = [await here.member('佐伯'), await here.member('藤井')]
  await saeki.patch(`/users/${fujii.user.id}`, { is_admin: true })
  const made = async (by: Member, path: string) => (await by.post('/webhooks', webhook(path))).body.id as string
  const ids = { saekis: await made(saeki, 'saeki'), fujiis: await made(fujii, 'fujii') }
  const { teamId: team_id, clock } = here
  await withTeamTransaction(here.database, here, async (db) => {
    const own = { team_id, user_id: fujii.user.id, secret: null, connected_at: clock.now }
    await db
      .insertInto('connections')
      .values({ ...own, provider: 'discord', account: '#朝会', subject: null })
      .execute()
    await db
      .insertInto('connections')
      .values({ ...own, provider: 'slack', account: 'x', subject: crypto.randomUUID() })
      .execute()
    await db
      .insertInto('slack_workspaces')
      .values({ team_id, workspace_id: 'T1', name: 'ひので', secret: '', installed_by: fujii.user.id })
      .execute()
  })
  const states = async () =>
    Object.fromEntries(
      (await saeki.get('/webhooks')).body.webhooks.map((one: { id: string; state: string }) => [one.id, one.state]),
    )
  const destinations = async () => (await saeki.get('/connections')).body.destinations
  const setupsOf = async ({ user }: Member) => (await saeki.get(`/users/${user.id}/setups`)).body
  return { ...here, saeki, fujii, ...ids, states, destinations, setupsOf }
}

test('only administrators can list what a member has set up for the team', async () => {
  const { saeki, fujii, saekis, fujiis, setupsOf, member } = await twoAdministrators()
  await fujii.post('/invitations', { email: `${crypto.randomUUID()}@example.com` })
  expect(await setupsOf(fujii)).toEqual({
    webhooks: [{ id: fujiis, url: 'https://1.1.1.1/fujii' }],
    connections: [
      { provider: 'slack', account: 'ひので' },
      { provider: 'discord', account: '#朝会' },
    ],
    invitations: 1,
  })
  // A webhook also counts as set up by the member who changed its address last.
  await fujii.patch(`/webhooks/${saekis}`, { url: 'https://1.1.1.1/elsewhere' })
  expect((await setupsOf(fujii)).webhooks.map(({ id }: { id: string }) => id)).toEqual([saekis, fujiis])
  const plain = await member('早川')
  expect((await plain.get(`/users/${saeki.user.id}/setups`)).body.code).toBe('admins_only')
  expect(await setupsOf(plain)).toEqual({ webhooks: [], connections: [], invitations: 0 })
})

test('deactivating a member stops the chosen webhooks and connections', async () => {
  const { saeki, fujii, saekis, fujiis, states, destinations } = await twoAdministrators()
  const stop = { webhooks: [saekis, fujiis], connections: ['slack', 'google-chat', 'discord'] }
  expect((await saeki.patch(`/users/${fujii.user.id}`, { is_active: false, stop })).status).toBe(200)
  expect(await states()).toEqual({ [saekis]: 'on', [fujiis]: 'stopped' })
  expect(await destinations()).toEqual([])
  await saeki.patch(`/users/${fujii.user.id}`, { is_active: true })
  expect(await states()).toEqual({ [saekis]: 'on', [fujiis]: 'stopped' })
  expect(await destinations()).toEqual([])
})

test('deactivating a member can stop more webhooks than the current limit of a team', async () => {
  const { saeki, fujii, fujiis, states } = await twoAdministrators()
  const many = [...Array.from({ length: 30 }, () => crypto.randomUUID()), fujiis]
  const stop = { webhooks: many, connections: [] }
  expect((await saeki.patch(`/users/${fujii.user.id}`, { is_active: false, stop })).status).toBe(200)
  expect(await states()).toMatchObject({ [fujiis]: 'stopped' })
})

test('deactivating a member keeps the webhooks and connections that were not chosen', async () => {
  const { saeki, fujii, saekis, fujiis, states, destinations } = await twoAdministrators()
  const all = { webhooks: [saekis, fujiis], connections: ['slack', 'discord'] }
  await saeki.patch(`/users/${fujii.user.id}`, { is_admin: false, stop: all })
  expect(await states()).toEqual({ [saekis]: 'on', [fujiis]: 'on' })
  await saeki.patch(`/users/${fujii.user.id}`, { is_active: false, stop: { webhooks: [], connections: ['discord'] } })
  expect(await states()).toEqual({ [saekis]: 'on', [fujiis]: 'on' })
  expect(await destinations()).toEqual(['slack'])
})

test('deactivating a member withdraws the member’s open invitations (E1.09)', async () => {
  const { saeki, fujii, visitor, member } = await twoAdministrators()
  const colleague = await member('早川')
  const invite = async (by: Member) => {
    const { body } = await by.post('/invitations', { email: `${crypto.randomUUID()}@example.com` })
    return new URL(body.link).searchParams.get('token')!
  }
  const [theirs, other] = [await invite(fujii), await invite(colleague)]
  await saeki.patch(`/users/${fujii.user.id}`, { is_active: false })
  const person = { first_name: '花', family_name: '森', preferred_name: '' }
  const accept = (id: string) =>
    visitor().post('/invitations/accept', {
      id,
      ...person,
      password: 'asagao kazaguruma',
      confirm_password: 'asagao kazaguruma',
    })
  expect(await accept(theirs)).toMatchObject({ status: 410, body: { code: 'invitation_cancelled' } })
  expect((await accept(other)).status).toBe(200)
  await saeki.patch(`/users/${fujii.user.id}`, { is_active: true })
  expect(await accept(theirs)).toMatchObject({ status: 410, body: { code: 'invitation_cancelled' } })
})
