import pg from 'pg'
import { expect, test } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { startJobs } from '#server/jobs/runner.ts'
import { afterwards } from '#server/testing/afterwards.ts'
import { newDatabase } from '#server/testing/database.ts'
import { team } from '#server/testing/team.ts'

const readers = 30

/** Starts an app with an eighth of the real time limits, while another client locks its table `reports`. */
async function lockedReports() {
  const connection = await newDatabase('asakai')
  const database = openDatabase(connection, () => {}, 1_000)
  afterwards(() => database.destroy())
  const { app, member } = await team({ database })
  const me = await member()
  const somebodyElse = async () => {
    const client = new pg.Client({ ...connection, application_name: 'somebody else' })
    await client.connect()
    afterwards(() => client.end())
    return client
  }
  const other = await somebodyElse()
  await other.query('begin; lock table reports in access exclusive mode')
  const backends = async () => {
    const { rows } = await other.query<{ count: number }>(
      `select count(*)::int from pg_stat_activity where datname = current_database() and application_name <> 'somebody else'`,
    )
    return rows[0]!.count
  }
  return { me, app, somebodyElse, backends, unlock: () => other.query('rollback') }
}

test('a locked table delays only requests that read this table', async () => {
  const { me, app, somebodyElse, backends, unlock } = await lockedReports()
  const reading = { on: true }
  const responses = new Set<string>()
  // The server also has an open stream and as many jobs as can run at once. All of them need the table.
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const stream = await fetch(`${address}/api/events`, {
    headers: { authorization: `Bearer ${me.tokens.access_token}` },
  })
  const jobs = startJobs(app.services, app.log)
  afterwards(() => Promise.all([jobs.stop(), stream.body?.cancel()]))
  const queue = await somebodyElse()
  await queue.query(
    `select graphile_worker.add_job('queue-reminders', job_key => number::text) from generate_series(1, 3) number`,
  )
  const work = Array.from({ length: readers }, async () => {
    while (reading.on) {
      const { status, body, headers } = await me.get('/daily-reports?report_date=2026-11-20')
      responses.add(`${status} ${body.code} ${headers['retry-after']}`)
    }
  })
  const failed = async () => {
    const { rows } = await queue.query(
      `select from graphile_worker._private_jobs where key in ('1', '2', '3') and last_error is not null`,
    )
    return rows
  }
  await expect.poll(failed).toHaveLength(3)
  for (let count = 0; count < 5; count++) expect(await me.get('/users/me')).toMatchObject({ status: 200 })
  expect(await backends()).toBeLessThanOrEqual(12)
  reading.on = false
  await Promise.all(work)
  expect([...responses]).toEqual(['503 busy 2'])

  await unlock()
  expect(await me.get('/daily-reports?report_date=2026-11-20')).toMatchObject({ status: 200 })
})
