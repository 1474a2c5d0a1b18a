import { EventEmitter } from 'node:events'
import type { Job, WorkerEvents } from 'graphile-worker'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import { readProviders } from '#server/config/providers.ts'
import { withEveryTeamTransaction } from '#server/db/database.ts'
import { queueDelivery } from '#server/db/outbox.ts'
import { readerOf } from '#server/config/environment.ts'
import { afterwards } from '#server/testing/afterwards.ts'
import { listen } from '#server/testing/listen.ts'
import { team } from '#server/testing/team.ts'
import { webhookReceiver } from '#server/testing/webhook-receiver.ts'
import { trackRunningJobs } from './job-limits.ts'
import { startJobs } from './runner.ts'

/** Starts a receiver that never answers. `most`: the highest number of messages that waited for it at the same time. */
async function silentReceiver() {
  const state = { held: 0, most: 0 }
  const { url, close } = await listen((request) => {
    state.held += 1
    state.most = Math.max(state.most, state.held)
    request.once('close', () => (state.held -= 1))
  })
  afterwards(close)
  return { url, state }
}

test.for([1, 2])(
  'silent webhook receivers of one team delay no other team’s messages on %i server(s)',
  async (servers) => {
    const [receiver, silent] = [await webhookReceiver(), await silentReceiver()]
    const providers = readProviders(readerOf({ WEBHOOK_ORIGINS: `${receiver.url},${silent.url}` }))
    const [here, there] = [await team({ providers }), await team({ providers })]
    const [admin, stranger] = [await here.member('佐伯'), await there.member('藤井')]
    const events = ['insight.created']
    const { body } = await admin.post('/webhooks', { url: receiver.url, events })
    receiver.state.secret = body.secret
    for (let made = 0; made < limits.webhooks; made += 1)
      await stranger.post('/webhooks', { url: `${silent.url}/${made}`, events })
    for (let made = 0; made < 3; made += 1) await stranger.post('/insights/', { type: 'keep', note: '待つ' })

    const log = { error: vi.fn<(...said: unknown[]) => void>(), warn: vi.fn<(...said: unknown[]) => void>() }
    const started = Array.from({ length: servers }, () => startJobs(here.app.services, log))
    const mostHeld = 2 * servers
    await expect.poll(() => silent.state.held).toBe(mostHeld)
    await admin.post('/insights/', { type: 'keep', note: '届く' })
    const inAllTeams = <Row>(query: ReturnType<typeof sql<Row>>) =>
      withEveryTeamTransaction(here.database, async (db) => (await query.execute(db)).rows)
    await inAllTeams(sql`select graphile_worker.add_job('delete-old-write-keys', job_key => 'scheduled')`)
    await expect.poll(() => receiver.heard).toHaveLength(1)
    await expect
      .poll(() => inAllTeams(sql`select from graphile_worker._private_jobs where key = 'scheduled'`))
      .toEqual([])
    await Promise.all(started.map(({ stop }) => stop()))
    // Each attempt that the stop has ended has stored its outcome.
    const sending = sql`select from outbox where team_id = ${there.teamId} and status = 'sending'`
    expect(await inAllTeams(sending)).toEqual([])
    expect([silent.state.most, receiver.refused]).toEqual([mostHeld, []])
    expect([log.error.mock.calls, log.warn.mock.calls]).toEqual([[], []])
  },
)

test.for([
  ['webhook', 'chosen-address'],
  ['push', 'chosen-address'],
  ['slack', 'known-service'],
  ['mail', 'known-service'],
  ['google-chat', 'known-service'],
  ['discord', 'known-service'],
] as const)('the job limits treat a message by %s as one to a %s', async ([destination, group]) => {
  const { database, teamId } = await team()
  const flags = await withEveryTeamTransaction(database, async (db) => {
    await queueDelivery(db, { teamId, id: destination, destination }, new Date('2040-01-01'))
    const { rows } = await sql<{ flags: object }>`
      delete from graphile_worker._private_jobs where key = ${`deliver ${destination}`} returning flags`.execute(db)
    return rows
  })
  expect(flags).toEqual([{ flags: { [group]: true, [`${group} ${teamId}`]: true } }])
})

/** The job limits of a server. The test decides when its workers fetch and end jobs. */
function openJobLimits() {
  const events: WorkerEvents = new EventEmitter()
  const { full } = trackRunningJobs(events)
  const jobOf = (teamId: string) => {
    const flags = { 'chosen-address': true, [`chosen-address ${teamId}`]: true }
    return { job: { flags } as unknown as Job } as never
  }
  return {
    full,
    start: (teamId: string) => events.emit('job:start', jobOf(teamId)),
    end: (teamId: string) => events.emit('job:complete', jobOf(teamId)),
    findNone: () => events.emit('worker:getJob:empty', {} as never),
    fail: () => events.emit('worker:getJob:error', {} as never),
  }
}

test('the job limits always leave workers for other teams and for other work', async () => {
  const { full, start, end, findNone } = openJobLimits()
  for (const teamId of ['a', 'a', 'b', 'c', 'c', 'd', 'd', 'e', 'e']) {
    await full()
    start(teamId)
  }
  expect(await full()).toEqual(['chosen-address a', 'chosen-address c', 'chosen-address d', 'chosen-address e'])
  start('b')
  expect(await full()).toContain('chosen-address')
  findNone()
  end('a')
  expect(await full()).not.toContain('chosen-address')
})

test('workers fetch jobs one after the other, also after an empty or failed fetch', async () => {
  const { full, start, findNone, fail } = openJobLimits()
  const answers: string[][] = []
  const workers = Array.from({ length: 4 }, async () => answers.push(await full()))
  for (const [at, fetched] of [() => start('a'), findNone, fail].entries()) {
    await workers[at]
    expect(answers).toHaveLength(at + 1)
    fetched()
  }
  start('a')
  await workers[3]
  expect(answers).toHaveLength(4)
})
