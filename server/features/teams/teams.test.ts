import { expect, test } from 'vitest'
import { team } from '#server/testing/team.ts'

test('any member changes what the team is told, part by part', async () => {
  const { member } = await team()
  const misaki = await member('佐伯')
  const naoki = await member('早川')
  const usual = { name: '開発チーム', time_zone: 'Asia/Tokyo', language: 'ja', reminder_hour: 10 }
  expect((await misaki.get('/users/me')).body.team).toMatchObject(usual)

  const changed = await naoki.patch('/team', { reminder_hour: 16 })
  expect(changed).toMatchObject({ status: 200, body: { ...usual, reminder_hour: 16 } })
  await naoki.patch('/team', { language: 'et' })
  const none = await misaki.patch('/team', { reminder_hour: null })
  expect(none.body).toMatchObject({ ...usual, language: 'et', reminder_hour: null })
  expect((await misaki.patch('/team', {})).body).toEqual(none.body)
  expect((await naoki.get('/users/me')).body.team).toEqual(none.body)
})

test('another team keeps its own', async () => {
  const stranger = await (await team()).member()
  await (await (await team()).member()).patch('/team', { reminder_hour: 23, language: 'fr' })
  expect((await stranger.get('/users/me')).body.team).toMatchObject({ language: 'ja', reminder_hour: 10 })
})

test.each([
  [{ reminder_hour: 24 }, 'reminder_hour'],
  [{ reminder_hour: -1 }, 'reminder_hour'],
  [{ reminder_hour: 9.5 }, 'reminder_hour'],
  [{ reminder_hour: '9' }, 'reminder_hour'],
  [{ language: 'tlh' }, 'language'],
])('%j is refused', async (change, field) => {
  const misaki = await (await team()).member()
  expect(await misaki.patch('/team', change)).toMatchObject({ status: 400, body: { errors: [{ field }] } })
})

test.each([0, 23])('the hour may be %d', async (reminder_hour) => {
  const misaki = await (await team()).member()
  expect((await misaki.patch('/team', { reminder_hour })).body).toMatchObject({ reminder_hour })
})

test('nobody changes it without being signed in', async () => {
  const { visitor } = await team()
  expect((await visitor().patch('/team', { reminder_hour: 9 })).status).toBe(401)
})
