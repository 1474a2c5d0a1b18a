import { expect, test } from 'vitest'
import { type Member, team } from '#server/testing/team.ts'

const listed = async ({ get }: Pick<Member, 'get'>) => (await get('/holidays?from=2026-01-01&until=2026-12-31')).body

test('an administrator adds, renames and deletes holidays, and every member sees them', async () => {
  const { member } = await team()
  const [misaki, ren] = [await member('佐伯'), await member('早川')]
  await misaki.put('/holidays/2026-11-23', { name: '勤労感謝の日' })
  const { status, body } = await misaki.put('/holidays/2026-11-03', { name: '文化' })
  expect([status, body]).toEqual([200, { date: '2026-11-03', name: '文化' }])
  await misaki.put('/holidays/2026-11-03', { name: '文化の日' })
  await misaki.put('/holidays/2027-01-01', { name: '元日' })
  expect(await listed(ren)).toEqual({
    holidays: [
      { date: '2026-11-03', name: '文化の日', added_automatically: false },
      { date: '2026-11-23', name: '勤労感謝の日', added_automatically: false },
    ],
  })
  for (const _ of [1, 2]) expect((await misaki.delete('/holidays/2026-11-03')).status).toBe(204)
  expect((await listed(ren)).holidays).toHaveLength(1)
})

test('members without administrator rights cannot change holidays', async () => {
  const { member } = await team()
  const [, ren] = [await member('佐伯'), await member('早川')]
  const refused = { status: 403, body: { code: 'admins_only' } }
  expect(await ren.put('/holidays/2026-11-03', { name: '文化の日' })).toMatchObject(refused)
  expect(await ren.delete('/holidays/2026-11-03')).toMatchObject(refused)
})

test.each([
  ['/holidays/2026-11-03', { name: ' ' }, 'name'],
  ['/holidays/2026-11-03', { name: 'x'.repeat(101) }, 'name'],
])('a request to save %s with %j is rejected', async (path, draft, field) => {
  const misaki = await (await team()).member()
  expect(await misaki.put(path, draft)).toMatchObject({ status: 400, body: { errors: [{ field }] } })
})

test.each(['?from=2026-11-03&until=2026-11-02', '?from=2020-01-01&until=2026-01-01', '?from=2026-11-03', ''])(
  'a list of holidays for the range "%s" is rejected',
  async (query) => expect((await (await (await team()).member()).get(`/holidays${query}`)).status).toBe(400),
)

test('a holiday on a day that does not exist gets a 404', async () => {
  const misaki = await (await team()).member()
  expect((await misaki.put('/holidays/2026-02-30', { name: '休み' })).status).toBe(404)
})
