import { expect, test } from 'vitest'
import type { Blocker } from '#contract/blockers.ts'
import { inTeam } from '#server/db/database.ts'
import { hinode, issue, take } from '#server/testing/backlog-team.ts'
import { dashboardTeam, report } from '#server/testing/dashboard-team.ts'
import type { Member } from '#server/testing/team.ts'
import { followUnfollowed } from './operations.ts'

const listed = async (who: Pick<Member, 'get'>, query = '') =>
  (await who.get(`/blockers${query}`)).body.blockers as Blocker[]

test('of reports of a version that knew of no blockers the last 90 days are followed, once', async () => {
  const { member, app, database, teamId } = await dashboardTeam()
  const ren = await member()
  const what = async () => (await listed(ren)).map(({ text, opened_on: on }) => [text, on])
  await report(ren, ['2026-06-01', '2026-10-20', '2026-10-21'], { issues: '契約書の返事待ち' })
  await report(ren, ['2026-10-22'], { issues: '契約書の返事待ち\nVPN' })
  await inTeam(database, { teamId }, (db) => db.deleteFrom('blockers').execute())
  expect(await what()).toEqual([])

  await followUnfollowed(app.services)
  expect(await what()).toEqual([
    ['契約書の返事待ち', '2026-10-20'],
    ['VPN', '2026-10-22'],
  ])
  const before = await listed(ren)
  await followUnfollowed(app.services)
  expect(await listed(ren)).toEqual(before)
})

test('one ends with the issue that it names, as the import sees it closed, and can be opened again', async () => {
  const { tracker, member, connect, app } = await hinode()
  const ren = await member()
  await connect(ren, 'github')
  tracker.issues = [issue(461), issue(475)]
  await take(ren, 'github')
  const today = app.services.now().toISOString().slice(0, 10)
  await report(ren, [today], { issues: '#461の公開待ち\nPR #475 と #461 の確認\n#999を待っています' })
  const [named, first, unknown] = (await listed(ren)).toSorted((one, other) => one.line - other.line)
  expect([named, first, unknown].map((blocker) => blocker!.reference)).toEqual(['#461', '#475', null])
  expect(named!.url).toContain('461')

  // Somebody else's now: nobody knows that it is done.
  tracker.issues = [issue(475)]
  await take(ren, 'github')
  expect(await listed(ren)).toHaveLength(3)

  tracker.done = [{ id: 461, title: '公開', doneAt: app.services.now().toISOString() }]
  await take(ren, 'github')
  const over = { id: named!.id, state: 'resolved', resolution: 'issue', resolved_by: null, reference: '#461' }
  expect(await listed(ren, '?state=resolved')).toMatchObject([over])

  await ren.patch(`/blockers/${named!.id}`, { state: 'open' })
  await take(ren, 'github')
  expect((await listed(ren)).map(({ id }) => id)).toContain(named!.id)
})
