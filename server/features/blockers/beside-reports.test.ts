import { v7 as newId } from 'uuid'
import { expect, test } from 'vitest'
import type { Blocker } from '#contract/blockers.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { hinode, issue, importIssues } from '#server/testing/backlog-team.ts'
import { dashboardTeam, report } from '#server/testing/dashboard-team.ts'
import type { Member } from '#server/testing/team.ts'
import { backfillBlockers } from './operations.ts'

const listed = async (who: Pick<Member, 'get'>, query = '') =>
  (await who.get(`/blockers${query}`)).body.blockers as Blocker[]

test('the backfill job finds blockers in reports of the last 90 days that an old version stored', async () => {
  const { member, app, database, teamId } = await dashboardTeam()
  const ren = await member()
  const what = async () => (await listed(ren)).map(({ text, opened_on: on }) => [text, on])
  await report(ren, ['2026-06-01', '2026-10-20', '2026-10-21'], { issues: '契約書の返事待ち' })
  await report(ren, ['2026-10-22'], { issues: '契約書の返事待ち\nVPN' })
  await withTeamTransaction(database, { teamId }, (db) => db.deleteFrom('blockers').execute())
  expect(await what()).toEqual([])

  await backfillBlockers(app.services)
  expect(await what()).toEqual([
    ['契約書の返事待ち', '2026-10-20'],
    ['VPN', '2026-10-22'],
  ])
  const before = await listed(ren)
  await backfillBlockers(app.services)
  expect(await listed(ren)).toEqual(before)
})

test('an import that finds an issue closed resolves the blocker that names the issue', async () => {
  const { tracker, member, connect, app } = await hinode()
  const ren = await member()
  await connect(ren, 'github')
  tracker.issues = [issue(461), issue(475)]
  await importIssues(ren, 'github')
  const today = app.services.now().toISOString().slice(0, 10)
  await report(ren, [today], { issues: '#461の公開待ち\nPR #475 と #461 の確認\n#999を待っています' })
  const [named, first, unknown] = (await listed(ren)).toSorted((one, other) => one.line - other.line)
  expect([named, first, unknown].map((blocker) => blocker!.reference)).toEqual(['#461', '#475', null])
  expect(named!.url).toContain('461')

  // The issue now belongs to another member. The import cannot see whether the issue is done.
  tracker.issues = [issue(475)]
  await importIssues(ren, 'github')
  expect(await listed(ren)).toHaveLength(3)

  tracker.done = [{ id: 461, title: '公開', doneAt: app.services.now().toISOString() }]
  await importIssues(ren, 'github')
  const over = { id: named!.id, state: 'resolved', resolution: 'issue', resolved_by: null, reference: '#461' }
  expect(await listed(ren, '?state=resolved')).toMatchObject([over])

  await ren.patch(`/blockers/${named!.id}`, { state: 'open' })
  await importIssues(ren, 'github')
  expect((await listed(ren)).map(({ id }) => id)).toContain(named!.id)
})

test('the backfill job finds the missing blockers of one member and keeps those of another', async () => {
  const { member, app, database, teamId } = await dashboardTeam()
  const [ren, misaki] = [await member(), await member('佐伯')]
  await report(misaki, ['2026-10-21'], { issues: '検証環境' })
  await report(ren, ['2026-07-25'], { issues: '九十日前の返事待ち' })
  const ofRen = await listed(ren)
  await withTeamTransaction(database, { teamId }, (db) =>
    db.deleteFrom('blockers').where('user_id', '=', ren.user.id).execute(),
  )
  await backfillBlockers(app.services)
  expect((await listed(ren)).map(({ text }) => text)).toEqual(['九十日前の返事待ち', '検証環境'])
  expect(ofRen).toHaveLength(2)

  const words = { yesterday_work: '', today_plan: '', issues: '' }
  const row = { team_id: teamId, id: newId(), user_id: misaki.user.id, report_date: '2026-10-22', ...words }
  await withTeamTransaction(database, { teamId }, (db) => db.insertInto('reports').values(row).execute())
  await backfillBlockers(app.services)
  expect(await listed(ren, '?state=unmentioned')).toMatchObject([
    { text: '検証環境', resolution: 'unnamed', resolved_on: '2026-10-22' },
  ])
})

test('a closed issue that two members imported resolves each blocker about the issue only once', async () => {
  const { tracker, member, connect, app, clock } = await hinode()
  clock.now = new Date()
  const [ren, misaki] = [await member(), await member('佐伯')]
  tracker.issues = [issue(461), issue(475), issue(480)]
  for (const who of [ren, misaki]) {
    await connect(who, 'github')
    await importIssues(who, 'github')
  }
  const today = app.services.now().toISOString().slice(0, 10)
  await report(ren, [today], { issues: '#461の公開待ち\n#475の確認待ち\n#480の相談' })
  const ids = new Map((await listed(ren)).map(({ reference, id }) => [reference, id]))
  const stateOf = async (reference: string) =>
    (await listed(ren, `?date=${today}`)).find((blocker) => blocker.reference === reference)!
  const close = (id: number, doneAt: Date) => ({ id, title: '公開', doneAt: doneAt.toISOString() })
  const began = clock.now.getTime()
  const at = (minutes: number) => new Date(began + minutes * 60_000)

  await misaki.patch(`/blockers/${ids.get('#480')}`, { state: 'resolved' })
  tracker.done = [close(461, at(1)), close(480, at(1))]
  clock.now = at(2)
  await importIssues(ren, 'github')
  expect(await stateOf('#461')).toMatchObject({ state: 'resolved', resolution: 'issue' })
  expect(await stateOf('#480')).toMatchObject({ resolution: 'solved', resolved_by: misaki.user.id })
  await ren.patch(`/blockers/${ids.get('#461')}`, { state: 'open' })

  // Issue 475 was closed before the import above, but that import did not find the issue closed.
  tracker.done = [close(461, at(3)), close(475, at(1))]
  clock.now = at(4)
  await importIssues(ren, 'github')
  expect([(await stateOf('#461')).state, (await stateOf('#475')).state]).toEqual(['resolved', 'resolved'])
  await ren.patch(`/blockers/${ids.get('#461')}`, { state: 'open' })
  await importIssues(ren, 'github')
  expect((await stateOf('#461')).state).toBe('open')
})

test('an issue closed in one tracker does not resolve a blocker about another tracker’s issue', async () => {
  const { tracker, member, connect, app } = await hinode()
  const ren = await member()
  tracker.issues = [issue(461)]
  for (const source of ['jira', 'backlog'] as const) {
    await connect(ren, source)
    await importIssues(ren, source)
  }
  const today = app.services.now().toISOString().slice(0, 10)
  await report(ren, [today], { issues: `${tracker.url}/browse/HIN-461 の返事待ち` })
  expect(await listed(ren)).toMatchObject([{ state: 'open', reference: 'HIN-461' }])
  tracker.done = [{ id: 461, title: '公開', doneAt: `${today}T00:00:00Z` }]
  await importIssues(ren, 'backlog')
  expect(await listed(ren)).toMatchObject([{ state: 'open', reference: 'HIN-461' }])
  await importIssues(ren, 'jira')
  expect(await listed(ren, '?state=resolved')).toMatchObject([{ resolution: 'issue', reference: 'HIN-461' }])
})
