import type { ServerResponse } from 'node:http'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withEveryTeamTransaction, withTeamTransaction } from '#server/db/database.ts'
import { choose, hinode, issue, saveGrant, importIssues, titles } from '#server/testing/backlog-team.ts'
import { answerWith } from '#server/testing/fault.ts'
import { shortenTimeouts } from '#server/testing/shorten-timeouts.ts'
import { runImports } from '#server/testing/jobs.ts'
import type { Member } from '#server/testing/team.ts'
import { importLeft, syncDue } from './operations.ts'
import { importPage } from './step.ts'

/** Creates a member with this number of issues at a slow tracker. Requests are soon answered with 202. */
async function slow(count = 2_000) {
  const parts = await hinode()
  const me = await parts.member('佐伯')
  await parts.connect(me, 'jira')
  const { tracker } = parts
  tracker.issues = Array.from({ length: count }, (_, index) => issue(index))
  tracker.delay = 250
  shortenTimeouts(6_000)
  const ask = () => me.post('/backlogs/jira/issues/import')
  const rows = () =>
    withTeamTransaction(parts.database, parts, (db) =>
      db.selectFrom('issue_imports').where('team_id', '=', parts.teamId).selectAll().execute(),
    )
  return { ...parts, me, ask, rows }
}

/** Returns the jobs of imports. */
const jobs = async ({ database }: Slow) => {
  const { rows } = await withEveryTeamTransaction(database, (db) =>
    sql<{ locked_by: string | null }>`
      select locked_by from graphile_worker._private_jobs where key like 'import %'`.execute(db),
  )
  return rows
}

/** Leaves the jobs as a crashed server would: locked for four hours. */
const kill = async ({ database, imports }: Slow) => {
  await imports.stop()
  await withEveryTeamTransaction(database, (db) =>
    sql`update graphile_worker._private_jobs set locked_by = 'killed', locked_at = now() where key like 'import %'`.execute(
      db,
    ),
  )
}

type Slow = Awaited<ReturnType<typeof slow>>

const read = async (person: Member, id: string) => (await person.get(`/backlogs/imports/${id}`)).body
const advanceClock = (clock: { now: Date }, seconds: number) =>
  (clock.now = new Date(clock.now.getTime() + seconds * 1_000))

test('a slow import is answered with 202 and an address for its progress', async () => {
  const { tracker, me, ask } = await slow()
  const answer = await ask()
  const { id } = answer.body
  expect(answer).toMatchObject({
    status: 202,
    headers: { location: `/api/backlogs/imports/${id}` },
    body: { source: 'jira', state: 'going_on', total: null, imported: 0, message: null },
  })
  // The progress is visible before any issue is stored.
  await expect.poll(async () => (await read(me, id)).read).toBeGreaterThan(0)
  expect((await me.get('/backlogs/imports')).body).toMatchObject([{ id, state: 'going_on' }])
  expect(await titles(me)).toEqual([])
  tracker.delay = 0
  await expect.poll(() => read(me, id)).toMatchObject({ state: 'done' })
  expect(await read(me, id)).toMatchObject({
    imported: 2_000,
    message: 'Jiraの課題を取り込みました。新規2000件、更新0件、完了0件',
  })
  expect(await titles(me)).toHaveLength(100)
  expect((await me.get('/backlogs/syncs')).body).toMatchObject([{ source: 'jira', failure: null }])
})

test('a second request during an import gets the same import and its result', async () => {
  const { tracker, ask, me } = await slow()
  const first = await ask()
  const again = await ask()
  expect([again.status, again.body.id]).toEqual([202, first.body.id])
  tracker.delay = 0
  await expect.poll(() => read(me, first.body.id)).toMatchObject({ state: 'done', imported: 2_000 })
  expect(tracker.asked.filter(({ path }) => path.endsWith('/myself'))).toHaveLength(1)
  // The next import has a new id, and replaces the first import.
  await importIssues(me, 'jira')
  expect((await me.get(`/backlogs/imports/${first.body.id}`)).status).toBe(404)
})

test('an import by the button during the hourly import does not read the pages again', async () => {
  const { app, tracker, ask, me } = await slow()
  await choose(me, { auto_sync: true })
  await syncDue(app.services)
  await expect.poll(() => tracker.asked).not.toEqual([])
  const answer = await ask()
  expect(answer.status).toBe(202)
  tracker.delay = 0
  await expect.poll(() => read(me, answer.body.id)).toMatchObject({ state: 'done' })
  expect(tracker.asked.filter(({ path }) => path.endsWith('/myself'))).toHaveLength(1)
})

test('an import reports a late failure in one sentence and keeps the existing items', async () => {
  const { tracker, ask, me } = await slow()
  tracker.delay = 0
  await importIssues(me, 'jira')
  const before = await titles(me)
  tracker.delay = 250
  const { id } = (await ask()).body
  tracker.instead = () => (_request, response) => answerWith(response, { status: 401, body: {} })
  await expect.poll(() => read(me, id)).toMatchObject({ state: 'failed' })
  const { message } = await read(me, id)
  expect(message).toContain('Jiraがこの接続を受け付けません')
  expect((await me.get('/backlogs/syncs')).body).toMatchObject([{ failure: message }])
  expect(await titles(me)).toEqual(before)
})

test('other members cannot read the progress of an import', async () => {
  const { ask, member, tracker } = await slow()
  const { id } = (await ask()).body
  const colleague = await member('早川')
  expect((await colleague.get(`/backlogs/imports/${id}`)).status).toBe(404)
  expect((await colleague.get('/backlogs/imports')).body).toEqual([])
  tracker.delay = 0
})

const myself = ({ tracker }: Slow) => tracker.asked.filter(({ path }) => path.endsWith('/myself'))
const searches = ({ tracker }: Slow) => tracker.asked.filter(({ path }) => path.endsWith('/jql')).length

test('an import continues with the next page after a server has stopped', async () => {
  const here = await slow()
  const { id } = (await here.ask()).body
  await expect.poll(async () => (await read(here.me, id)).read).toBeGreaterThan(0)
  await here.imports.stop()
  expect(await jobs(here)).toEqual([{ locked_by: null }])
  here.tracker.delay = 0
  runImports(here.app)
  await expect.poll(() => read(here.me, id)).toMatchObject({ state: 'done', imported: 2_000 })
  expect(myself(here)).toHaveLength(1)
})

test('an import continues with the next page a minute after a server was killed', async () => {
  const here = await slow()
  const { app, clock, tracker, me } = here
  const { id } = (await here.ask()).body
  await expect.poll(async () => (await read(me, id)).read).toBeGreaterThan(0)
  await kill(here)
  const before = searches(here)
  tracker.delay = 0
  await importLeft(app.services)
  expect(await jobs(here)).toEqual([{ locked_by: 'killed' }])
  advanceClock(clock, 61)
  await Promise.all([importLeft(app.services), importLeft(app.services)])
  runImports(app)
  await expect.poll(() => read(me, id)).toMatchObject({ state: 'done', imported: 2_000 })
  expect(myself(here)).toHaveLength(1)
  // At most ten searches: eight pages, the recently closed issues, and the page that the crashed server was reading.
  expect(searches(here)).toBeLessThanOrEqual(10)
  expect(searches(here)).toBeGreaterThan(before)
})

test('an import stores a page once if two servers read it at the same time', async () => {
  const here = await slow(600)
  const { app, tracker, clock, me } = here
  const held: ServerResponse[] = []
  tracker.instead = () => (_request, response) => held.push(response)
  const { id } = (await here.ask()).body
  // Both servers request the user and the recently closed issues.
  await expect.poll(() => held).toHaveLength(2)
  advanceClock(clock, 61)
  await importLeft(app.services)
  await expect.poll(() => held).toHaveLength(4)
  tracker.instead = undefined
  tracker.delay = 0
  for (const response of held.slice(0, 2)) response.end(JSON.stringify({ accountId: 'x', issues: [], isLast: true }))
  await expect.poll(() => read(me, id)).toMatchObject({ state: 'done', imported: 600, read: 600 })
  for (const response of held.slice(2)) response.end(JSON.stringify({ accountId: 'x', issues: [], isLast: true }))
  expect(await read(me, id)).toMatchObject({ state: 'done', imported: 600, read: 600 })
})

test('an import gives up a page after the server was killed during three attempts', async () => {
  const here = await slow(3)
  const { app, clock, tracker, me, rows, connect } = here
  await here.imports.stop()
  const { id } = (await here.ask()).body
  await withTeamTransaction(here.database, here, (db) => db.updateTable('issue_imports').set({ attempts: 3 }).execute())
  advanceClock(clock, 61)
  await importLeft(app.services)
  runImports(app)
  await expect
    .poll(() => read(me, id))
    .toMatchObject({
      state: 'failed',
      message: expect.stringContaining('読み取れません'),
    })
  expect(tracker.asked).toEqual([])
  // The next import starts from the beginning. Connecting another account deletes the import's pages.
  await importIssues(me, 'jira')
  expect(await rows()).toMatchObject([{ attempts: 0, pages: 1, failure: null }])
  await connect(me, 'jira', 'another-key')
  expect(await rows()).toEqual([])
})

test('an import retries a step several times after an internal error before giving up', async () => {
  const here = await slow(3)
  const { app, me, database, teamId, clock } = here
  await saveGrant(database, { teamId, userId: me.user.id }, 'jira', { another: 'shape' })
  const { status, body } = await here.ask()
  expect(status).toBe(202)
  for (const attempts of [1, 2, 3]) {
    await expect.poll(here.rows).toMatchObject([{ attempts, ended_at: null }])
    advanceClock(clock, 61)
    await importLeft(app.services)
  }
  await expect.poll(() => read(me, body.id)).toMatchObject({ state: 'failed' })
})

test('an import retries a step while too many writes of the member are waiting', async () => {
  const { app, me, database, imports, teamId, rows, ask } = await slow(3)
  await imports.stop()
  const userId = me.user.id
  expect((await ask()).status).toBe(202)
  const writer = { teamId, userId, isAdmin: false, by: 'service', id: '' } as const
  const { promise: isFree, resolve: free } = Promise.withResolvers<void>()
  const writes = Array.from({ length: 40 }, () => withTeamTransaction(database, { teamId, writer }, () => isFree))
  const { source, id } = (await rows())[0]!
  const step = await Promise.allSettled([importPage(app.services, { teamId, userId, source, id, priority: 0 })])
  free()
  await Promise.all(writes)
  expect(step).toMatchObject([{ status: 'rejected', reason: { code: 'busy' } }])
  expect(await rows()).toMatchObject([{ id, ended_at: null }])
})

test('the stored pages of an import are deleted when the import ends', async () => {
  const here = await slow()
  const { tracker, me, database, teamId } = here
  const pages = () =>
    withTeamTransaction(database, { teamId }, (db) =>
      db.selectFrom('issue_import_rows').where('team_id', '=', teamId).select('source_key').execute(),
    )
  const { id } = (await here.ask()).body
  await expect.poll(pages).not.toEqual([])
  tracker.delay = 0
  await expect.poll(() => read(me, id)).toMatchObject({ state: 'done' })
  expect(await pages()).toEqual([])
  tracker.delay = 250
  await here.ask()
  await expect.poll(pages).not.toEqual([])
  await me.delete('/connections/jira')
  expect(await pages()).toEqual([])
  expect(await here.rows()).toEqual([])
})

test.each([
  ['github', 500],
  ['backlog', 420],
] as const)('the progress of an import from %s estimates the number of issues', async (source, total) => {
  const { member, connect, tracker } = await hinode()
  const me = await member()
  await connect(me, source)
  tracker.issues = Array.from({ length: 420 }, (_, index) => issue(index))
  const held: ServerResponse[] = []
  tracker.instead = (_path, query) =>
    Number(query.get('page')) > 2 || Number(query.get('offset')) > 200
      ? (_request, response) => held.push(response)
      : undefined
  const answer = me.post(`/backlogs/${source}/issues/import`)
  await expect.poll(async () => (await me.get('/backlogs/imports')).body).toMatchObject([{ total, state: 'going_on' }])
  await expect.poll(() => held).not.toEqual([])
  for (const response of held) response.writeHead(401).end()
  expect((await answer).status).toBe(400)
})
