import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { defaultSettings } from '#contract/users.ts'
import type { Source } from '#contract/backlogs.ts'
import { withEveryTeamTransaction, withTeamTransaction } from '#server/db/database.ts'
import { choose, hinode, issue, keyring, importIssues, titles } from '#server/testing/backlog-team.ts'
import { runJobs } from '#server/testing/jobs.ts'
import { type Member, team } from '#server/testing/team.ts'
import { syncDue } from '#server/features/trackers/issue-imports/operations.ts'
import { selectDue } from './sql.ts'

type Item = { of: Member | null; by: Member; source?: Source; key: string; priority?: 'low' | 'medium' | 'high' }

const insert = ({ database, teamId }: Pick<Awaited<ReturnType<typeof team>>, 'database' | 'teamId'>, items: Item[]) =>
  withTeamTransaction(database, { teamId }, (db) =>
    db
      .insertInto('backlog_items')
      .values(
        items.map(({ of, by, source = 'github', key, priority = 'medium' }) => ({
          team_id: teamId,
          user_id: of && of.user.id,
          imported_by: by.user.id,
          source,
          source_type: 'issue',
          source_key: key,
          backlog: `${source} ${key} ${of ? 'own' : 'free'}`,
          priority,
          updated_at: new Date('2026-10-20T00:00:00Z'),
        })),
      )
      .execute(),
  )

test('the dashboard lists my items, then unassigned items, a hundred in all', async () => {
  const parts = await team()
  const [me, colleague] = [await parts.member('佐伯'), await parts.member('早川')]
  await insert(parts, [
    { of: null, by: colleague, key: '1' },
    { of: null, by: colleague, key: '1', source: 'jira', priority: 'high' },
    { of: null, by: colleague, key: '2', priority: 'low' },
    { of: colleague, by: colleague, key: '2' },
    { of: me, by: me, key: '1', priority: 'low' },
  ])
  expect(await titles(me, '/dashboard')).toEqual(['github 1 own', 'jira 1 free', 'github 2 free'])

  await insert(
    parts,
    Array.from({ length: 99 }, (_, index) => ({ of: me, by: me, key: `${index + 100}` })),
  )
  const shown = await titles(me, '/dashboard')
  expect([shown.length, shown.filter((title) => title.endsWith('own')).length]).toEqual([100, 100])
})

test('an import does not change items that a colleague imported', async () => {
  const parts = await hinode()
  const { tracker, member, connect, database, teamId } = parts
  const [lead, me, colleague] = [await member('藤井'), await member('佐伯'), await member('早川')]
  for (const person of [me, colleague]) await connect(person, 'github')
  tracker.issues = [issue(1)]
  for (const person of [me, colleague]) await importIssues(person)
  tracker.issues = []
  expect(await importIssues(me)).toEqual({ imported: 0, updated: 0, closed: 1 })
  expect([await titles(me), await titles(colleague)]).toEqual([[], ['課題 1']])

  // The item moves to the lead and counts as updated. Another item of the lead stays.
  tracker.issues = [issue(1, { title: '別の題' })]
  await importIssues(me)
  const { source_key: key } = await withTeamTransaction(database, { teamId }, (db) =>
    db.selectFrom('backlog_items').where('imported_by', '=', me.user.id).select('source_key').executeTakeFirstOrThrow(),
  )
  await insert(parts, [
    { of: lead, by: lead, source: 'jira', key },
    { of: lead, by: lead, key: `${key}0` },
  ])
  await choose(me, { auto_assign: 'team-lead' })
  expect(await importIssues(me)).toEqual({ imported: 0, updated: 1, closed: 0 })
  expect([await titles(me), await titles(colleague)]).toEqual([[], ['課題 1']])
  expect((await titles(lead)).toSorted()).toEqual([`github ${key}0 own`, `jira ${key} own`, '別の題'].toSorted())
})

test('an import does not take over items that another member imported for the lead', async () => {
  const { tracker, member, connect } = await hinode()
  const [lead, me, colleague] = [await member('藤井'), await member('佐伯'), await member('早川')]
  for (const person of [me, colleague]) await connect(person, 'github')
  await choose(me, { auto_assign: 'team-lead', default_priority: 'low' })
  await choose(colleague, { auto_assign: 'team-lead', default_priority: 'high' })
  tracker.issues = [issue(1)]
  expect(await importIssues(me)).toMatchObject({ imported: 1 })
  expect(await importIssues(colleague)).toEqual({ imported: 0, updated: 0, closed: 0 })
  expect((await lead.get('/backlogs')).body).toMatchObject([{ priority: 'low' }])
})

test('an import at the limit keeps items with the same change time as the last item', async () => {
  const { tracker, member, connect } = await hinode()
  const me = await member()
  await connect(me, 'github')
  const updatedAt = '2026-10-20T00:00:00Z'
  tracker.issues = Array.from({ length: 2_000 }, (_, index) => issue(index + 1, { updatedAt }))
  await importIssues(me)
  tracker.issues = [issue(0, { updatedAt }), ...tracker.issues]
  expect(await importIssues(me)).toEqual({ imported: 1, updated: 0, closed: 0 })
})

test('the list of my last imports is ordered by the names of the trackers', async () => {
  const { member, connect } = await hinode()
  const [me, colleague] = [await member('佐伯'), await member('早川')]
  for (const source of ['jira', 'github'] as const) await connect(me, source)
  await connect(colleague, 'backlog')
  for (const source of ['jira', 'github'] as const) await importIssues(me, source)
  await importIssues(colleague, 'backlog')
  expect((await me.get('/backlogs/syncs')).body).toMatchObject([{ source: 'github' }, { source: 'jira' }])
})

test('an import stores no items for a member who is deactivated during the import', async () => {
  const { tracker, member, connect, change, database, teamId } = await hinode()
  await member('藤井')
  const me = await member('佐伯')
  await connect(me, 'github')
  const held: ServerResponse[] = []
  tracker.instead = () => (_request, response) => held.push(response)
  const asked = me.post('/backlogs/github/issues/import')
  await expect.poll(() => tracker.asked).toHaveLength(3)
  await change(me, { is_active: false })
  const read = { id: 1, number: 1, title: '課題', html_url: '', updated_at: '2026-10-20T00:00:00Z' }
  for (const response of held) response.end(JSON.stringify([read]))
  expect(await asked).toMatchObject({ status: 409, body: { code: 'not_connected' } })
  const kept = await withTeamTransaction(database, { teamId }, (db) =>
    db.selectFrom('backlog_items').where('imported_by', '=', me.user.id).select('id').execute(),
  )
  expect(kept).toEqual([])
})

test('the hourly job reads the least recently read tracker of all members first', async () => {
  const { app, database, teamId, imports, tracker, member, connect } = await hinode()
  await imports.stop()
  await withEveryTeamTransaction(database, (db) =>
    db
      .updateTable('users')
      .set({ settings: JSON.stringify(defaultSettings) })
      .execute(),
  )
  let now = new Date('2026-10-23T00:00:00Z')
  const later = (minutes: number) => (now = new Date(now.getTime() + minutes * 60_000))
  const run = async () => {
    const services = { ...app.services, keyring, now: () => now }
    await syncDue(services)
    expect(await runJobs({ services })).toEqual([])
  }
  const dueAt = async (minutes: number) => {
    const before = new Date(now.getTime() + minutes * 60_000)
    const due = await withEveryTeamTransaction(database, (db) => selectDue(db, { usual: before, refused: before }))
    return due.map(({ userId, source }) => [userId === me.user.id ? 'me' : 'colleague', source])
  }
  const [me, colleague] = [await member('佐伯'), await member('早川')]
  for (const person of [me, colleague]) await choose(person, { auto_sync: true })
  await withTeamTransaction(database, { teamId }, (db) =>
    db
      .insertInto('connections')
      .values([
        { team_id: teamId, user_id: me.user.id, provider: 'google', account: 'me', secret: 'sealed' },
        { team_id: teamId, user_id: me.user.id, provider: 'backlog', account: 'me', secret: null },
      ])
      .execute(),
  )
  tracker.issues = [issue(1)]
  await connect(colleague, 'jira')
  await run()
  expect(await titles(colleague)).toEqual(['課題 1'])
  later(10)
  await connect(me, 'github')
  await run()
  expect(await titles(me)).toEqual(['課題 1'])
  later(10)
  await connect(me, 'jira')
  expect(await dueAt(0)).toEqual([
    ['me', 'jira'],
    ['colleague', 'jira'],
    ['me', 'github'],
  ])
  await run()
  expect(await titles(me)).toEqual(['課題 1', '課題 1'])

  // Only the colleague's tracker was last read at least 55 minutes ago, so only this tracker is read again.
  later(35)
  tracker.issues = []
  await run()
  expect([await titles(colleague), (await titles(me)).length]).toEqual([[], 2])
})
