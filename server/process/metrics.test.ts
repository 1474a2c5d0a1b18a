import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withEveryTeamTransaction, openDatabase } from '#server/db/database.ts'
import { startApp, team } from '#server/testing/team.ts'

const figures = async (app: Awaited<ReturnType<typeof startApp>>['app']) => {
  const text = await app.services.metrics.text()
  return (line: string) =>
    Number(
      text
        .split('\n')
        .find((one) => one.startsWith(`${line} `))
        ?.split(' ')[1],
    )
}

test('docs/metrics.md has every metric', async () => {
  const { app } = await startApp({ backups: { folder: tmpdir(), keep: 1 } })
  const page = readFileSync(new URL('../../docs/metrics.md', import.meta.url), 'utf8')
  const listed = [...page.matchAll(/^\| `((?:asakai|http)_[a-z_]+)` \| (?:histogram|gauge|counter) \|/gmu)].map(
    ([, name]) => name,
  )
  const served = [...(await app.services.metrics.text()).matchAll(/^# TYPE ((?:asakai|http)_[a-z_]+)/gmu)]
  expect(new Set(listed)).toEqual(new Set(served.map(([, name]) => name)))
})

test.each(['grafana/asakai.json', 'prometheus/alerts.yml'])(
  'the file deploy/%s uses only metrics that exist',
  async (file) => {
    const { app } = await startApp({ backups: { folder: tmpdir(), keep: 1 } })
    const text = await app.services.metrics.text()
    const served = new Set([...text.matchAll(/^# TYPE (\w+)/gmu)].map(([, name]) => name))
    const content = readFileSync(new URL(`../../deploy/${file}`, import.meta.url), 'utf8')
    const named = [...content.matchAll(/\b(?:asakai|http|nodejs|process)_[a-z_\d]+/gu)].map(([name]) => name)
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter((name) => !served.has(name.replace(/_(?:bucket|count)$/u, '')))).toEqual([])
  },
)

test('the metrics count statements by kind and connections by state', async () => {
  const { app, member } = await team()
  const misaki = await member()
  await misaki.get('/users/me')
  const figure = await figures(app)
  for (const kind of ['select', 'insert', 'update', 'transaction'])
    expect(figure(`asakai_database_statement_seconds_count{kind="${kind}"}`)).toBeGreaterThan(0)
  expect(figure('asakai_database_connections{state="idle"}')).toBeGreaterThan(0)
  expect(figure('asakai_database_waiting')).toBe(0)
})

test("the metrics report the queue's due jobs, their delay and the failed jobs", async () => {
  const { app, database } = await startApp()
  await withEveryTeamTransaction(database, (db) =>
    sql`
      select graphile_worker.add_job('deliver', '{}', run_at => now() - interval '2 minutes', job_key => 'late'),
        graphile_worker.add_job('deliver', '{}', run_at => now() - interval '1 day', job_key => 'silent', flags => '{chosen-address}'),
        graphile_worker.add_job('deliver', '{}', run_at => now() + interval '1 hour', job_key => 'later'),
        graphile_worker.add_job('deliver', '{}', max_attempts => 1, job_key => 'dead')`.execute(db),
  )
  await withEveryTeamTransaction(database, (db) =>
    sql`update graphile_worker._private_jobs set attempts = 1 where key = 'dead'`.execute(db),
  )
  const figure = await figures(app)
  expect(figure('asakai_jobs{state="due"}')).toBe(2)
  expect(figure('asakai_jobs{state="later"}')).toBe(1)
  expect(figure('asakai_jobs{state="dead"}')).toBe(1)
  expect(figure('asakai_job_oldest_seconds')).toBeGreaterThanOrEqual(120)
  expect(figure('asakai_job_oldest_seconds')).toBeLessThan(86_400)
})

test('the other metrics are available while the database is unreachable', async () => {
  const database = openDatabase({ host: '127.0.0.1', port: 1 }, () => {})
  const { app } = await startApp({ database })
  const figure = await figures(app)
  expect(figure('asakai_open_streams')).toBe(0)
  expect(figure('asakai_jobs{state="due"}')).toBeNaN()
  await database.destroy()
})
