import { v7 as newId } from 'uuid'
import { expect, test } from 'vitest'
import { type Member, team } from '#server/testing/team.ts'

const take = async (
  who: Pick<Member, 'put'>,
  [from, until]: [string, string],
  more: { half?: string | null; user_id?: string } = {},
  id = newId(),
) => ({ id, ...(await who.put(`/absences/${id}`, { from, until, half: null, ...more })) })

const listed = async ({ get }: Pick<Member, 'get'>, from = '2026-01-01', until = '2026-12-31') => {
  const { body } = await get(`/absences?from=${from}&until=${until}`)
  return body.absences as { id: string; user_id: string; from: string; until: string; half: string | null }[]
}
const days = async (who: Pick<Member, 'get'>) => (await listed(who)).map(({ from, until, half }) => [from, until, half])

test('a member can take, move and delete days off, which the whole team sees', async () => {
  const { member } = await team()
  const [misaki, ren] = [await member('佐伯'), await member('早川')]
  const { id, status, body } = await take(ren, ['2026-10-23', '2026-10-26'])
  const asked = { id, user_id: ren.user.id, from: '2026-10-23', until: '2026-10-26', half: null }
  expect([status, body]).toEqual([200, asked])
  await take(ren, ['2026-10-23', '2026-10-26'], {}, id)
  expect(await listed(misaki)).toEqual([asked])

  await take(ren, ['2026-10-27', '2026-10-27'], { half: 'afternoon' }, id)
  expect(await days(misaki)).toEqual([['2026-10-27', '2026-10-27', 'afternoon']])
  expect((await ren.delete(`/absences/${id}`)).status).toBe(204)
  expect((await ren.delete(`/absences/${id}`)).status).toBe(404)
  expect(await listed(misaki)).toEqual([])
})

test('the list of absences has those in the requested range, ordered by first day', async () => {
  const { member } = await team()
  const [misaki, ren] = [await member('佐伯'), await member('早川')]
  await take(ren, ['2026-12-28', '2027-01-05'])
  await take(misaki, ['2026-10-20', '2026-10-23'])
  await take(ren, ['2026-10-10', '2026-10-20'])
  const firstDays = async (from: string, until: string) =>
    (await listed(misaki, from, until)).map((absence) => absence.from)
  expect(await firstDays('2026-10-20', '2026-10-20')).toEqual(['2026-10-10', '2026-10-20'])
  expect(await firstDays('2026-10-21', '2026-10-31')).toEqual(['2026-10-20'])
  expect(await firstDays('2026-10-24', '2026-12-27')).toEqual([])
  expect(await firstDays('2027-01-05', '2027-02-01')).toEqual(['2026-12-28'])
})

test.each([
  [
    'days that share one',
    [
      ['10-01', '10-05', null],
      ['10-05', '10-09', null],
    ],
    [['10-01', '10-09', null]],
  ],
  [
    'days within others',
    [
      ['10-01', '10-09', null],
      ['10-03', '10-04', null],
    ],
    [['10-01', '10-09', null]],
  ],
  [
    'days around several',
    [
      ['10-01', '10-02', null],
      ['10-07', '10-08', 'x'],
      ['10-02', '10-07', null],
    ],
    [['10-01', '10-08', null]],
  ],
  [
    'days side by side stay two',
    [
      ['10-01', '10-02', null],
      ['10-03', '10-04', null],
    ],
    [
      ['10-01', '10-02', null],
      ['10-03', '10-04', null],
    ],
  ],
  [
    'a morning and an afternoon',
    [
      ['10-01', '10-01', 'morning'],
      ['10-01', '10-01', 'afternoon'],
    ],
    [['10-01', '10-01', null]],
  ],
  [
    'one morning twice',
    [
      ['10-01', '10-01', 'morning'],
      ['10-01', '10-01', 'morning'],
    ],
    [['10-01', '10-01', 'morning']],
  ],
  [
    'a morning of a day off',
    [
      ['10-01', '10-05', null],
      ['10-02', '10-02', 'morning'],
    ],
    [['10-01', '10-05', null]],
  ],
])('overlapping absences are merged: %s', async (_what, taken, kept) => {
  const ren = await (await team()).member()
  for (const [from, until, half] of taken)
    await take(ren, [`2026-${from}`, `2026-${until}`], { half: half === 'x' ? null : half! })
  expect(await days(ren)).toEqual(kept.map(([from, until, half]) => [`2026-${from}`, `2026-${until}`, half]))
})

test('overlapping absences that are written at the same time become one absence', async () => {
  const ren = await (await team()).member()
  await Promise.all(Array.from({ length: 8 }, (_, n) => take(ren, [`2026-10-0${n + 1}`, `2026-10-0${n + 2}`])))
  expect(await days(ren)).toEqual([['2026-10-01', '2026-10-09', null]])
})

test('only administrators can change the absences of others', async () => {
  const { member } = await team()
  const [misaki, ren] = [await member('佐伯'), await member('早川')]
  const refused = { status: 403, body: { code: 'admins_only' } }
  expect(await take(ren, ['2026-10-23', '2026-10-23'], { user_id: misaki.user.id })).toMatchObject(refused)
  const { id, body } = await take(misaki, ['2026-10-23', '2026-10-23'], { user_id: ren.user.id })
  expect(body.user_id).toBe(ren.user.id)
  const own = await take(misaki, ['2026-10-23', '2026-10-23'])
  expect(await ren.delete(`/absences/${own.id}`)).toMatchObject(refused)
  // An absence cannot be moved to another member.
  expect((await take(misaki, ['2026-10-24', '2026-10-24'], {}, id)).status).toBe(404)
  expect((await misaki.delete(`/absences/${id}`)).status).toBe(204)
})

test.each([
  [{ from: '2026-10-23', until: '2026-10-22', half: null }, 'until', 'until_before_from'],
  [{ from: '2026-01-01', until: '2027-01-02', half: null }, 'until', 'too_many_days'],
  [{ from: '2026-10-23', until: '2026-10-24', half: 'morning' }, 'half', 'invalid'],
  [{ from: '2026-10-23', until: '2026-10-23', half: 'evening' }, 'half', undefined],
  [{ from: '2026-02-30', until: '2026-03-01', half: null }, 'from', 'invalid_date'],
  [{ from: '2026-10-23', half: null }, 'until', undefined],
])('the absence %j is rejected', async (draft, field, code) => {
  const ren = await (await team()).member()
  const { status, body } = await ren.put(`/absences/${newId()}`, draft)
  expect([status, body.errors[0].field]).toEqual([400, field])
  if (code) expect(body.errors[0].code).toBe(code)
})

test('an absence of 366 days is accepted, also across the end of a year', async () => {
  const ren = await (await team()).member()
  expect((await take(ren, ['2026-12-30', '2027-12-30'])).status).toBe(200)
})
