import { expect, test } from 'vitest'
import { makeDecisionsOld } from '#server/testing/old-decisions.ts'
import { password, team } from '#server/testing/team.ts'

test('an account cannot be erased for 7 days after it got the administrator right (N1.04)', async () => {
  const here = await team()
  const [administrator, appointed] = [await here.member('佐伯'), await here.member('早川')]
  expect((await administrator.patch(`/users/${appointed.user.id}`, { is_admin: true })).status).toBe(200)
  const leave = (reports: string) => appointed.call('DELETE', '/users/me', { reports, password })
  expect(await leave('erase')).toMatchObject({ status: 409, body: { code: 'new_administrator' } })
  expect((await administrator.patch(`/users/${appointed.user.id}`, { is_admin: false })).status).toBe(200)
  expect(await leave('erase')).toMatchObject({ status: 409, body: { code: 'new_administrator' } })
  await makeDecisionsOld(here)
  expect((await leave('erase')).status).toBe(204)
})
