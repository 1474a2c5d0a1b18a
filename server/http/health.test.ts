import { expect, test } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { afterwards } from '#server/testing/afterwards.ts'
import { stallableDatabase } from '#server/testing/stallable.ts'
import { startApp } from '#server/testing/team.ts'

test('the process says that it lives and that it can work', async () => {
  const { visitor } = await startApp()
  expect(await visitor().get('/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } })
  expect(await visitor().get('/readyz')).toMatchObject({ status: 200, body: { status: 'ok' } })
})

test('a database that does not answer is not waited for', async () => {
  const { connection, stall } = await stallableDatabase()
  const database = openDatabase(connection, () => {}, 8_000)
  afterwards(() => database.destroy())
  const { visitor } = await startApp({ database })
  await visitor().get('/readyz')
  stall()
  const began = performance.now()
  expect(await visitor().get('/readyz')).toMatchObject({ status: 503, body: { code: 'database_away' } })
  expect(performance.now() - began).toBeLessThan(4_000)
})

test('Prometheus reads how long each route takes, by its pattern and never by its ids', async () => {
  const { visitor } = await startApp()
  await visitor().get('/users/0197a5c0-0000-7000-8000-000000000000')
  await visitor().get('/nothing/0197a5c0')

  const { headers, body } = await visitor().get('/metrics')

  expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/u)
  expect(body).toContain('http_request_duration_seconds_count{method="GET",route="/api/users/:id",status="401"} 1')
  expect(body).toContain('route="none",status="404"')
  expect(body).toContain('process_cpu_seconds_total')
  expect(body).not.toContain('0197a5c0')
})
