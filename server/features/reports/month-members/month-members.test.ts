import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { expect, test } from 'vitest'
import { withTeamTransaction } from '#server/db/database.ts'
import { team } from '#server/testing/team.ts'

const september = '2026-09'

test('administrators see the progress of each member’s month (E5.09)', async () => {
  const { database, teamId, member } = await team({ now: new Date('2026-10-02T03:00:00Z') })
  const [mizuno, ren] = [await member('水野'), await member('早川')]
  await mizuno.patch('/teams/me', { month_approval: true })
  const words = { yesterday_work: '設計', today_plan: '実装', issues: '' }
  for (const report_date of ['2026-09-29', '2026-09-30']) await ren.post('/daily-reports', { ...words, report_date })
  const reader = await member('読者')
  await mizuno.patch(`/users/${reader.user.id}/schedule`, { writes: false })
  await withTeamTransaction(database, { teamId }, (db) =>
    sql`update users set created_at = '2026-09-01' where team_id = ${teamId}`.execute(db),
  )
  await mizuno.put(`/absences/${newId()}`, {
    user_id: ren.user.id,
    from: '2026-09-24',
    until: '2026-09-25',
    half: null,
  })
  await ren.patch(`/months/${september}`, { state: 'submitted', revision: 2 })
  const { body } = await mizuno.get(`/months/${september}/members`)
  // September has 22 weekdays; the team has no holidays.
  expect(body.members).toEqual([
    expect.objectContaining({ user_id: ren.user.id, state: 'submitted', due: 20, written: 2 }),
    expect.objectContaining({ user_id: mizuno.user.id, state: 'open', due: 22, written: 0 }),
  ])
  expect((await mizuno.get('/months/2026-10/members')).body.members[0]).toMatchObject({ due: 1, written: 0 })
  expect((await mizuno.get('/months/2026-08/members')).body.members).toEqual([])
  expect((await ren.get(`/months/${september}/members`)).body).toMatchObject({ code: 'admins_only' })
})
