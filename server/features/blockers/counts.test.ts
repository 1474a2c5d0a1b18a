import { expect, test } from 'vitest'
import type { Blocker } from '#contract/blockers.ts'
import type { Achievement } from '#contract/monthly-reports.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { dashboard, dashboardTeam, stats } from '#server/testing/dashboard-team.ts'
import { selectDigestText } from '#server/features/notifications/digest/operations.ts'
import { countWaiting } from './operations.ts'

const today = '2026-10-23'

/**
 * Creates a team with known numbers.
 * - Two of today's three reports name the four open blockers. One of these blockers has an owner.
 * - There are also a resolved blocker, two blockers that are no longer mentioned, and one of a former member.
 */
async function knownTeam() {
  const parts = await dashboardTeam()
  const [ren, misaki, yui, gone] = [
    await parts.member('早川'),
    await parts.member('佐伯'),
    await parts.member('藤井'),
    await parts.member('退職'),
  ]
  const file = (who: typeof ren, report_date: string, issues: string) =>
    who.post('/daily-reports', { report_date, yesterday_work: '設計', today_plan: '実装', issues })
  await file(gone, '2026-10-21', '去った人の困りごと')
  await parts.leave(gone)
  await file(ren, '2026-10-19', 'VPNが切れる\n鍵 1 がない\n書かれなくなる件')
  await file(ren, '2026-10-22', 'VPNが切れる\n鍵 1 がない\n解決する件')
  await file(misaki, '2026-10-22', '別に書かれなくなる件')
  const { body } = await ren.get('/blockers')
  const idOf = (text: string) => (body.blockers as Blocker[]).find((blocker) => blocker.text === text)!.id
  await misaki.patch(`/blockers/${idOf('解決する件')}`, { state: 'resolved' })
  await misaki.patch(`/blockers/${idOf('鍵 1 がない')}`, { owner_id: misaki.user.id })
  await file(ren, today, 'VPNが切れる\n鍵 1 がない\n鍵 2 がない')
  await file(misaki, today, 'バッチが動かない')
  await file(yui, today, '特になし')
  return { ...parts, ren, misaki, yui }
}

test('all counts of a team’s blockers count blockers, not lines or members (E3.05)', async () => {
  const { app, database, teamId, ren } = await knownTeam()
  const listed = async (query = '') => (await ren.get(`/blockers${query}`)).body.blockers as Blocker[]
  const ofState = (blockers: readonly Blocker[], ...states: string[]) =>
    blockers.filter(({ state }) => states.includes(state)).length
  const [open, taken, resolved, unmentioned] = [3, 1, 1, 2]

  expect([
    (await listed()).length,
    (await listed('?state=open')).length,
    (await listed('?state=acknowledged')).length,
    (await listed('?state=resolved')).length,
    (await listed('?state=unmentioned')).length,
  ]).toEqual([open + taken, open, taken, resolved, unmentioned])

  const { today: day, blockers } = await dashboard(ren)
  expect(blockers).toHaveLength(open + taken)
  expect(day.reported.filter(({ has_blocker }) => has_blocker)).toHaveLength(2)
  expect(await stats(ren)).toMatchObject({ open_blockers: open + taken, oldest_blocker_since: '2026-10-19' })

  expect(ofState(await listed(`?date=${today}`), 'open', 'acknowledged')).toBe(open + taken)

  const { body: week } = await ren.get(`/week?date=${today}`)
  expect([
    ofState(week.blockers, 'open', 'acknowledged'),
    ofState(week.blockers, 'resolved'),
    ofState(week.blockers, 'unmentioned'),
  ]).toEqual([open + taken, resolved, unmentioned])

  const { body: month } = await ren.get('/monthly-reports/achievement/my?year=2026&month=10')
  const ofMonth = (month.reports ?? month) as Achievement[]
  // Counts only the blockers of the caller's own reports.
  expect(new Set(ofMonth.flatMap(({ blockers }) => blockers.map(({ id }) => id))).size).toBe(5)
  expect(ofMonth.map((entry) => entry.blockers.map(({ ended }) => ended?.state))).toEqual([
    [undefined, undefined, 'unmentioned'],
    [undefined, undefined, 'resolved'],
    [undefined, undefined, undefined],
  ])

  const digest = await withTeamTransaction(database, { teamId }, (db) =>
    selectDigestText(db, { teamId }, today, 'https://asakai.example'),
  )
  expect(digest.sections.find(({ heading }) => heading === '困っていること')!.text.split('\n')).toHaveLength(
    open + taken,
  )
  // The counted blocker is three due days old and has no owner.
  expect(await countWaiting(app.services, { teamId })).toBe(1)
})
