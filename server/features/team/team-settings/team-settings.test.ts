import { expect, test } from 'vitest'
import { team } from '#server/testing/team.ts'

const usual = { name: '開発チーム', time_zone: 'Asia/Tokyo', language: 'ja', reminder_hour: 10 }

test('an administrator can change single settings of the team', async () => {
  const { member } = await team()
  const [misaki, naoki] = [await member('佐伯'), await member('早川')]
  expect((await naoki.get('/users/me')).body.team).toMatchObject(usual)

  const changed = await misaki.patch('/teams/me', { reminder_hour: 16 })
  expect(changed).toMatchObject({ status: 200, body: { ...usual, reminder_hour: 16 } })
  await misaki.patch('/teams/me', { language: 'et', name: '予約プロダクト' })
  await misaki.patch('/teams/me', { time_zone: 'Europe/Tallinn' })
  const none = await misaki.patch('/teams/me', { reminder_hour: null })
  const all = { name: '予約プロダクト', time_zone: 'Europe/Tallinn', language: 'et', reminder_hour: null }
  expect(none.body).toMatchObject(all)
  expect((await misaki.patch('/team', {})).body).toEqual(none.body)
  expect((await naoki.get('/users/me')).body.team).toEqual(none.body)
})

test('members who are no administrators cannot change the team’s settings', async () => {
  const { member } = await team()
  const [, naoki] = [await member('佐伯'), await member('早川')]
  for (const path of ['/teams/me', '/team'])
    expect(await naoki.patch(path, { reminder_hour: 16 })).toMatchObject({ status: 403, body: { code: 'admins_only' } })
  expect((await naoki.get('/users/me')).body.team).toMatchObject(usual)
})

test('changing a team’s settings does not affect another team', async () => {
  const stranger = await (await team()).member()
  await (await (await team()).member()).patch('/teams/me', { reminder_hour: 23, language: 'fr', name: '別のチーム' })
  expect((await stranger.get('/users/me')).body.team).toMatchObject(usual)
})

test.each([
  [{ reminder_hour: 24 }, 'reminder_hour'],
  [{ reminder_hour: -1 }, 'reminder_hour'],
  [{ reminder_hour: 9.5 }, 'reminder_hour'],
  [{ reminder_hour: '9' }, 'reminder_hour'],
  [{ language: 'tlh' }, 'language'],
  [{ name: ' ' }, 'name'],
  [{ name: 'x'.repeat(101) }, 'name'],
  [{ time_zone: 'Asia/Edo' }, 'time_zone'],
  [{ time_zone: '+09:00' }, 'time_zone'],
  [{ time_zone: '' }, 'time_zone'],
  [{ time_zone: 'ACT' }, 'time_zone'], // Node knows this zone, but for PostgreSQL it is only an abbreviation
])('the team setting %j is refused with an error at %s', async (change, field) => {
  const misaki = await (await team()).member()
  expect(await misaki.patch('/teams/me', change)).toMatchObject({ status: 400, body: { errors: [{ field }] } })
})

test.each([0, 23])('a team can have the reminder hour %d', async (reminder_hour) => {
  const misaki = await (await team()).member()
  expect((await misaki.patch('/teams/me', { reminder_hour })).body).toMatchObject({ reminder_hour })
})

test('a team can have every time zone that a browser offers', async () => {
  const misaki = await (await team()).member()
  for (const time_zone of ['UTC', 'Asia/Kolkata', 'America/Argentina/Buenos_Aires', 'Europe/Kyiv'])
    expect((await misaki.patch('/teams/me', { time_zone })).body).toMatchObject({ time_zone })
})

test('the team’s settings cannot be changed without a session', async () => {
  const { visitor } = await team()
  expect((await visitor().patch('/teams/me', { reminder_hour: 9 })).status).toBe(401)
})
