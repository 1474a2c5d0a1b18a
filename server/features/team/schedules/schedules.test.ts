import { expect, test } from 'vitest'
import { team } from '#server/testing/team.ts'

const usual = { writes: true, time_zone: null, working_days: null, reminder_hour: null }

test('a member has the team’s schedule except for the parts that the member changed', async () => {
  const { member } = await team()
  const [misaki, ren] = [await member('佐伯'), await member('早川')]
  const me = async () => (await ren.get('/users/me')).body
  expect(await me()).toMatchObject({ schedule: usual, time_zone: 'Asia/Tokyo', working_days: [1, 2, 3, 4, 5] })
  await misaki.patch('/teams/me', { working_days: [7, 1, 2, 1], time_zone: 'Europe/Paris' })
  expect(await me()).toMatchObject({ schedule: usual, time_zone: 'Europe/Paris', working_days: [1, 2, 7] })

  const change = (to: object) => ren.patch(`/users/${ren.user.id}/schedule`, to)
  const { status, body } = await change({ working_days: [6, 3], time_zone: 'America/Los_Angeles' })
  expect([status, body.id, body.working_days, body.time_zone]).toEqual([
    200,
    ren.user.id,
    [3, 6],
    'America/Los_Angeles',
  ])
  await change({ reminder_hour: 8, writes: false })
  const own = { writes: false, time_zone: 'America/Los_Angeles', working_days: [3, 6], reminder_hour: 8 }
  expect(await me()).toMatchObject({ schedule: own, writes: false, working_days: [3, 6] })
  await change({ working_days: null, time_zone: null, reminder_hour: null })
  expect(await me()).toMatchObject({ schedule: { ...usual, writes: false }, working_days: [1, 2, 7] })
})

test('an administrator changes any schedule, and other members only their own', async () => {
  const { member } = await team()
  const [misaki, ren] = [await member('佐伯'), await member('早川')]
  expect((await misaki.patch(`/users/${ren.user.id}/schedule`, { writes: false })).body.writes).toBe(false)
  const refused = await ren.patch(`/users/${misaki.user.id}/schedule`, { writes: false })
  expect(refused).toMatchObject({ status: 403, body: { code: 'admins_only' } })
})

test.each([
  [{ working_days: [] }, 'working_days'],
  [{ working_days: [0] }, 'working_days'],
  [{ working_days: [8] }, 'working_days'],
  [{ working_days: [1.5] }, 'working_days'],
  [{ reminder_hour: 24 }, 'reminder_hour'],
  [{ time_zone: 'Asia/Edo' }, 'time_zone'],
  [{ time_zone: 'ACT' }, 'time_zone'], // Node knows this zone, but for PostgreSQL it is only an abbreviation
  [{ writes: null }, 'writes'],
])('a schedule with %j is refused with an error at %s', async (change, field) => {
  const ren = await (await team()).member()
  const { status, body } = await ren.patch(`/users/${ren.user.id}/schedule`, change)
  expect([status, body.errors[0].field.split('.')[0]]).toEqual([400, field])
})
