import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { withTeamTransaction } from '#server/db/database.ts'
import { choose, hinode, issue, take, titles } from '#server/testing/backlog-team.ts'
import { answerWith } from '#server/testing/fault.ts'
import { hurry } from '#server/testing/hurry.ts'
import type { Member } from '#server/testing/team.ts'
import { resumeLeft, syncDue } from './operations.ts'

/** A member of a tracker with so many issues, each page of which takes its time; nobody waits for long. */
async function slow(count = 2_000) {
  const parts = await hinode()
  const me = await parts.member('佐伯')
  await parts.connect(me, 'jira')
  const { tracker } = parts
  tracker.issues = Array.from({ length: count }, (_, index) => issue(index))
  tracker.delay = 250
  hurry(6_000)
  const ask = () => me.post('/backlogs/jira/issues/import')
  const rows = () =>
    withTeamTransaction(parts.database, parts, (db) =>
      db.selectFrom('issue_imports').where('team_id', '=', parts.teamId).selectAll().execute(),
    )
  return { ...parts, me, ask, rows }
}

const read = async (person: Member, id: string) => (await person.get(`/backlogs/imports/${id}`)).body
const later = (clock: { now: Date }, seconds: number) => (clock.now = new Date(clock.now.getTime() + seconds * 1_000))

test('what takes its time is answered with where it can be followed, and goes on', async () => {
  const { tracker, me, ask } = await slow()
  const answer = await ask()
  const { id } = answer.body
  expect(answer).toMatchObject({
    status: 202,
    headers: { location: `/api/backlogs/imports/${id}` },
    body: { source: 'jira', state: 'going_on', total: null, imported: 0, message: null },
  })
  // How far it is can be seen before anything is there.
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

test('whoever asks again meanwhile gets the same one, and in the end its result', async () => {
  const { tracker, ask, me } = await slow()
  const first = await ask()
  const again = await ask()
  expect([again.status, again.body.id]).toEqual([202, first.body.id])
  tracker.delay = 0
  await expect.poll(() => read(me, first.body.id)).toMatchObject({ state: 'done', imported: 2_000 })
  expect(tracker.asked.filter(({ path }) => path.endsWith('/myself'))).toHaveLength(1)
  // The next is a new one, and the first has no address any more.
  await take(me, 'jira')
  expect((await me.get(`/backlogs/imports/${first.body.id}`)).status).toBe(404)
})

test('the hourly sync and the button do not read the same twice', async () => {
  const { app, tracker, ask, me } = await slow()
  await choose(me, { auto_sync: true })
  const sync = syncDue(app.services)
  await expect.poll(() => tracker.asked).not.toEqual([])
  expect((await ask()).status).toBe(202)
  tracker.delay = 0
  await sync
  expect(tracker.asked.filter(({ path }) => path.endsWith('/myself'))).toHaveLength(1)
})

test('what fails later is told by its sentence, and what was there stays', async () => {
  const { tracker, ask, me } = await slow()
  tracker.delay = 0
  await take(me, 'jira')
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

test('nobody else reads how far it is', async () => {
  const { ask, member, tracker } = await slow()
  const { id } = (await ask()).body
  const colleague = await member('早川')
  expect((await colleague.get(`/backlogs/imports/${id}`)).status).toBe(404)
  expect((await colleague.get('/backlogs/imports')).body).toEqual([])
  tracker.delay = 0
})

test('a server that ends hands back what it reads, and the next one begins it anew', async () => {
  const { app, tracker, ask, rows, me } = await slow()
  await ask()
  await app.close()
  expect(await rows()).toMatchObject([{ ended_at: null, failure: null, attempts: 1 }])
  tracker.delay = 0
  await resumeLeft(app.services)
  expect(await rows()).toMatchObject([{ imported: 2_000, failure: null, attempts: 2 }])
  expect(me.user.id).toBe((await rows())[0]!.user_id)
})

test('one whose server was killed is begun anew after a minute, once, and given up after three times', async () => {
  const { app, clock, tracker, me, rows, database, teamId, connect } = await slow(3)
  tracker.delay = 0
  await take(me, 'jira')
  const kill = () =>
    withTeamTransaction(database, { teamId }, (db) =>
      db.updateTable('issue_imports').where('team_id', '=', teamId).set({ ended_at: null }).execute(),
    )
  await kill()
  await resumeLeft(app.services)
  expect(await rows()).toMatchObject([{ ended_at: null }])
  later(clock, 61)
  await Promise.all([resumeLeft(app.services), resumeLeft(app.services)])
  expect(await rows()).toMatchObject([{ ended_at: clock.now, attempts: 2, failure: null }])
  for (const attempts of [3, 4]) {
    await kill()
    later(clock, 61)
    await resumeLeft(app.services)
    expect(await rows()).toMatchObject([{ attempts, ended_at: clock.now }])
  }
  expect((await me.get('/backlogs/imports')).body).toMatchObject([
    { state: 'failed', message: expect.stringContaining('読み取れません') },
  ])
  // Whoever asks themself begins at one again; and with another account nothing of it is left.
  await take(me, 'jira')
  expect(await rows()).toMatchObject([{ attempts: 1 }])
  await connect(me, 'jira', 'another-key')
  expect(await rows()).toEqual([])
})

test.each([
  ['github', 500],
  ['backlog', 420],
] as const)('%s says of about how many it has read some', async (source, total) => {
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
  for (const response of held) response.writeHead(401).end()
  expect((await answer).status).toBe(400)
})
