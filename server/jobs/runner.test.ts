import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { withEveryTeamTransaction, withTeamTransaction } from '#server/db/database.ts'
import { addJob } from '#server/db/jobs.ts'
import { draft, notifiedTeam, redirectUri } from '#server/features/notifications/outbox/testing/notified-team.ts'
import * as standIn from '#server/testing/stand-ins.ts'
import { startJobs } from './runner.ts'

let slack: Awaited<ReturnType<typeof standIn.slack>>
beforeAll(async () => {
  slack = await standIn.slack({ redirectUris: [redirectUri], people: [{ name: 'misaki' }] })
})
beforeEach(() => {
  slack.calls.length = 0
  slack.setFault('chat.postMessage', undefined)
})
const posted = () => slack.sent('chat.postMessage')

/** Creates a report with a waiting notification. `due` makes it due by PostgreSQL's clock, which the queue uses. */
async function withDueDelivery() {
  const here = await notifiedTeam({ slack })
  const misaki = await here.member()
  await here.toSlack(misaki, 'misaki')
  await misaki.post('/daily-reports', draft())
  const { services, database, teamId } = here
  const [{ id } = { id: '' }] = await here.deliveries()
  const log = { error: vi.fn<(...said: unknown[]) => void>(), warn: vi.fn<(...said: unknown[]) => void>() }
  return {
    ...here,
    log,
    start: () => startJobs(services, log),
    due: () =>
      withEveryTeamTransaction(database, (db) =>
        addJob(db, 'deliver', { teamId, id }, { key: `deliver ${id}`, runAt: new Date(0) }),
      ),
    jobs: () =>
      withEveryTeamTransaction(database, async (db) => {
        const jobs = await sql<{ locked_by: string | null }>`
          select locked_by from graphile_worker._private_jobs where key = ${`deliver ${id}`}`.execute(db)
        return jobs.rows
      }),
  }
}

test('a job runs as soon as it is due', async () => {
  const { start, due, jobs, log } = await withDueDelivery()
  const { stop } = start()
  await due()
  await expect.poll(posted).toHaveLength(1)
  await stop()
  expect(await jobs()).toEqual([])
  expect([log.error.mock.calls, log.warn.mock.calls]).toEqual([[], []])
})

test('a delivery is sent once if several servers share the queue', async () => {
  const { start, due, deliveries } = await withDueDelivery()
  const servers = [start(), start(), start()]
  await due()
  await expect.poll(deliveries).toMatchObject([{ status: 'sent' }])
  await Promise.all(servers.map(({ stop }) => stop()))
  expect(posted()).toHaveLength(1)
})

test('the job runner stops without waiting for an unresponsive provider', async () => {
  slack.setFault('chat.postMessage', 'silence')
  const { start, due, jobs, deliveries, log } = await withDueDelivery()
  const { stop } = start()
  await due()
  await expect.poll(posted).toHaveLength(1)
  await stop()
  expect(await jobs()).toEqual([])
  expect(await deliveries()).toMatchObject([{ status: 'dead', failure: 'unknown_outcome' }])
  expect([log.error.mock.calls, log.warn.mock.calls]).toEqual([[], []])
})

test('the job runner releases a job that does not end, and logs nothing', async () => {
  const { start, log, database } = await withDueDelivery()
  const [locked, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const locking = withEveryTeamTransaction(database, async (db) => {
    await sql`lock write_keys`.execute(db)
    locked.resolve()
    await ended.promise
  })
  await locked.promise
  const { stop } = start()
  const scheduled = () =>
    withEveryTeamTransaction(database, async (db) => {
      const jobs = await sql<{ locked_by: string | null }>`
        select locked_by from graphile_worker._private_jobs where key = 'scheduled'`.execute(db)
      return jobs.rows
    })
  await withEveryTeamTransaction(database, (db) =>
    sql`select graphile_worker.add_job('delete-old-write-keys', job_key => 'scheduled')`.execute(db),
  )
  await expect.poll(scheduled).toEqual([{ locked_by: expect.any(String) }])
  await stop()
  expect(await scheduled()).toEqual([{ locked_by: null }])
  ended.resolve()
  await locking
  expect([log.error.mock.calls, log.warn.mock.calls]).toEqual([[], []])
})

test('a job’s failure that an operator must fix is logged', async () => {
  const { start, due, log, database, teamId } = await withDueDelivery()
  await withEveryTeamTransaction(database, (db) =>
    db.updateTable('slack_workspaces').set({ secret: 'sealed elsewhere' }).where('team_id', '=', teamId).execute(),
  )
  const { stop } = start()
  await due()
  await expect.poll(() => log.error).toHaveBeenCalled()
  await stop()
  expect(String(log.error.mock.calls[0])).toContain('encrypted with another SECRET_KEY')
})

test('each cause of a job that failed for some teams is logged', async () => {
  const { start, log, database, teamId } = await withDueDelivery()
  const setZone = (time_zone: string | null) =>
    withTeamTransaction(database, { teamId }, (db) => db.updateTable('users').set({ time_zone }).execute())
  await setZone('AET') // PostgreSQL rejects this time zone
  const { stop } = start()
  await withEveryTeamTransaction(database, (db) => sql`select graphile_worker.add_job('queue-reminders')`.execute(db))
  await expect.poll(() => log.error).toHaveBeenCalled()
  await stop()
  await setZone(null)
  expect(log.error.mock.calls[0]).toMatchObject([
    { err: { errors: [{ message: 'time zone "AET" not recognized' }] } },
    expect.stringContaining('Reminders failed for 1 teams'),
  ])
})

test('jobs continue after a lost database connection', async () => {
  const { start, due, database } = await withDueDelivery()
  const { stop } = start()
  const cut = async () => {
    const { rows } = await withEveryTeamTransaction(database, (db) =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() and query like '%LISTEN%'`.execute(db),
    )
    return rows
  }
  await expect.poll(cut).toHaveLength(1)
  await due()
  await expect.poll(posted).toHaveLength(1)
  await stop()
})
