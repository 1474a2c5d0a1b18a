import { expect, test } from 'vitest'
import { setUpAllAccess, working } from '#server/features/sign-in/openid/leaver.fixture.ts'
import { patchOf, teamWithDirectory } from '#server/testing/directory.ts'

const shut = {
  browser: 'session_ended',
  token: 'token_ended',
  mcp: 'token_ended',
  grant: 'token_ended',
  calendar: 'not_found',
  screen: 'ended',
  tokenScreen: 'ended',
}

type Directory = Awaited<ReturnType<typeof teamWithDirectory>>['scim']
const ways: Record<string, (scim: Directory, path: string) => Promise<{ status: number }>> = {
  'sets active to false': (scim, path) => scim.patch(path, patchOf({ op: 'replace', path: 'active', value: false })),
  'deletes the member': (scim, path) => scim.delete(path),
}

test.each(Object.entries(ways))('all access of a leaver ends when the directory %s', async (_way, leave) => {
  const here = await teamWithDirectory()
  const { administrator, clock, member, scim, visitor } = here
  const leaver = await member('早川')
  await administrator.patch(`/users/${leaver.user.id}`, { is_admin: true })
  const hooks = async () =>
    (await administrator.get('/webhooks')).body.webhooks.map(({ state }: { state: string }) => state)
  expect((await leaver.post('/webhooks', { url: 'https://1.1.1.1/x', events: ['report.submitted'] })).status).toBe(201)
  const invited = await leaver.post('/invitations', { email: `guest-${crypto.randomUUID()}@example.com` })
  expect(invited.status).toBe(201)
  const checkAccess = await setUpAllAccess({ app: here.app, visitor, now: () => clock.now }, leaver.tokens)
  expect([await checkAccess(), await hooks()]).toEqual([working, ['on']])
  expect((await leave(scim, `/scim/v2/Users/${leaver.user.id}`)).status).toBeLessThan(300)
  await expect.poll(checkAccess, { interval: 20 }).toEqual(shut)
  expect(await hooks()).toEqual(['stopped'])
  const { body } = await administrator.get('/invitations')
  expect(body.invitations).toEqual([])
  expect((await visitor().post('/auth/refresh', { refresh_token: leaver.tokens.refresh_token })).status).toBe(401)
})
