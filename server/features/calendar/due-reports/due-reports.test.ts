import { v7 as newId } from 'uuid'
import { expect, test } from 'vitest'
import { dashboardTeam } from '#server/testing/dashboard-team.ts'

test('the list of due reports has each member, and the reason for each exception', async () => {
  const { member, leave } = await dashboardTeam()
  const misaki = await member('1')
  const people = {
    misaki,
    away: await member('2'),
    half: await member('3'),
    reads: await member('4'),
    tuesdays: await member('5'),
    late: await member('6', '2026-11-02T01:00:00Z'),
    gone: await member('7'),
  }
  await leave(people.gone)
  await misaki.put('/holidays/2026-10-26', { name: '祝日' })
  const october = { from: '2026-10-22', until: '2026-10-23', half: null }
  await people.away.put(`/absences/${newId()}`, october)
  await people.half.put(`/absences/${newId()}`, { ...october, from: '2026-10-23', half: 'afternoon' })
  await misaki.patch(`/users/${people.reads.user.id}/schedule`, { writes: false })
  await misaki.patch(`/users/${people.tuesdays.user.id}/schedule`, { working_days: [2] })

  const dueOn = async (date: string) => {
    const { body } = await misaki.get(`/due-reports?date=${date}`)
    expect(body.date).toBe(date)
    return (body.members as { user_id: string; due: boolean; reason: string | null }[]).map(
      ({ due, reason }) => (reason ?? 'there') + (due ? ': due' : ''),
    )
  }
  expect(await dueOn('2026-10-23')).toEqual([
    'there: due',
    'away',
    'away-afternoon: due',
    'not-a-writer',
    'day-off-pattern',
    'before-joining',
    'after-leaving',
  ])
  expect((await dueOn('2026-10-26')).slice(0, 2)).toEqual(['holiday', 'holiday'])
  expect((await misaki.get('/due-reports?date=yesterday')).status).toBe(400)
})

test('the list of members whose report is due omits former members', async () => {
  const { member } = await dashboardTeam()
  const [misaki, ren] = [await member('佐伯'), await member('早川')]
  await ren.call('DELETE', '/users/me', { reports: 'keep' })
  const { body } = await misaki.get('/due-reports?date=2026-10-23')
  expect(body.members).toEqual([{ user_id: misaki.user.id, due: true, reason: null }])
})
