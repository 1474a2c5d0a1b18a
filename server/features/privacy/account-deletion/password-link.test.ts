import { expect, test } from 'vitest'
import { makeResetLink } from '#server/features/team/operator-commands/operations.ts'
import { team } from '#server/testing/team.ts'

// Tests of removing an account after a password link for it was used (N1.04).
const days = 24 * 60 * 60_000 // milliseconds
const chosen = { new_password: 'kumo no mine ikutsu', confirm_password: 'kumo no mine ikutsu' }

/** Signs in as a member with a password that was set by a link from `maker`. */
async function signedInByLink(maker: 'an administrator' | 'the operator') {
  const { app, clock, member, visitor } = await team({ now: new Date('2026-10-23T03:00:00Z') })
  const [administrator, owner] = [await member('佐伯'), await member('早川')]
  const url =
    maker === 'the operator'
      ? await makeResetLink(app.services, owner.user.email, 'http://localhost:3000')
      : (await administrator.post(`/users/${owner.user.id}/password-link`)).body.url
  const token = new URL(url).searchParams.get('token')
  clock.now = new Date(clock.now.getTime() + 60_000)
  expect((await visitor().put('/auth/password-reset', { token, ...chosen })).status).toBe(204)
  const leave = async (reports: string) => {
    const { body } = await visitor().post('/auth/login', { username: owner.user.email, password: chosen.new_password })
    const headers = { authorization: `Bearer ${body.access_token}` }
    return visitor().call('DELETE', '/users/me', { password: chosen.new_password, reports }, headers)
  }
  return { clock, leave }
}

test.each([
  ['erase', 'an administrator'],
  ['keep', 'an administrator'],
  ['erase', 'the operator'],
] as const)(
  'leaving (choice: %s) is refused for 7 days after a link of %s set the password',
  async (reports, maker) => {
    const { clock, leave } = await signedInByLink(maker)
    clock.now = new Date(clock.now.getTime() + 7 * days - 1)
    expect(await leave(reports)).toMatchObject({ status: 409, body: { code: 'password_link_used' } })
    clock.now = new Date(clock.now.getTime() + 1)
    expect((await leave(reports)).status).toBe(204)
  },
)

test('an unused password link does not stop a member from leaving', async () => {
  const { member } = await team()
  const [administrator, owner] = [await member('佐伯'), await member('早川')]
  await administrator.post(`/users/${owner.user.id}/password-link`)
  expect((await owner.call('DELETE', '/users/me', { reports: 'erase' })).status).toBe(204)
})
