import { expect, test } from 'vitest'
import { team } from '#server/testing/team.ts'

const days = 24 * 60 * 60_000 // milliseconds

test('an account cannot be erased for 7 days after it got the administrator right (N1.04)', async () => {
  const { clock, member } = await team({ now: new Date('2026-10-23T03:00:00Z') })
  const [administrator, appointed] = [await member('佐伯'), await member('早川')]
  expect((await administrator.patch(`/users/${appointed.user.id}`, { is_admin: true })).status).toBe(200)
  const leave = (reports: string) => appointed.call('DELETE', '/users/me', { reports })
  expect(await leave('erase')).toMatchObject({ status: 409, body: { code: 'new_administrator' } })
  expect((await administrator.patch(`/users/${appointed.user.id}`, { is_admin: false })).status).toBe(200)
  expect(await leave('erase')).toMatchObject({ status: 409, body: { code: 'new_administrator' } })
  clock.now = new Date(clock.now.getTime() + 7 * days)
  expect((await leave('erase')).status).not.toBe(409)
})
