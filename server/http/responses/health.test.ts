import { describe, expect, test } from 'vitest'
import { stalledVisitor } from '#server/testing/stallable.ts'
import { startApp } from '#server/testing/team.ts'

test('reports liveness and readiness', async () => {
  const { visitor } = await startApp()
  expect(await visitor().get('/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } })
  expect(await visitor().get('/readyz')).toMatchObject({ status: 200, body: { status: 'ok' } })
})

test('reports no readiness after a time limit if the database does not respond', async () => {
  const visitor = await stalledVisitor(60_000)
  expect(await visitor.get('/readyz')).toMatchObject({ status: 503, body: { code: 'database_unavailable' } })
})

const metricsToken = 'a-token-of-the-tests'
const bearer = { authorization: `Bearer ${metricsToken}` }

test('measures the duration of each route by its pattern, without ids', async () => {
  const { visitor } = await startApp({ metricsToken })
  await visitor().get('/users/0197a5c0-0000-7000-8000-000000000000')
  await visitor().get('/nothing/0197a5c0')

  const { headers, body } = await visitor().get('/metrics', bearer)

  expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/u)
  expect(body).toContain('http_request_duration_seconds_count{method="GET",route="/api/users/:id",status="401"} 1')
  expect(body).toContain('route="none",status="404"')
  expect(body).toContain('process_cpu_seconds_total')
  expect(body).not.toContain('0197a5c0')
})

describe('metrics', () => {
  test('serves metrics to callers with the token', async () => {
    const { visitor } = await startApp({ metricsToken })
    expect((await visitor('127.0.0.1').get('/metrics')).status).toBe(401)
    expect((await visitor('127.0.0.1').get('/metrics', { authorization: 'Bearer another' })).status).toBe(401)
    expect((await visitor().get('/metrics', bearer)).status).toBe(200)
  })

  test('serves metrics to this machine only if no token is set', async () => {
    const { visitor } = await startApp()
    expect((await visitor('127.0.0.1').get('/metrics')).status).toBe(200)
    expect((await visitor('::1').get('/metrics')).status).toBe(200)
    expect(await visitor('203.0.113.7').get('/metrics')).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })

  test('serves no metrics without a token on a public server, because a proxy may be on this machine', async () => {
    const { visitor } = await startApp({ publicUrl: 'https://asakai.example.com' })
    expect((await visitor('127.0.0.1').get('/metrics')).status).toBe(404)
  })
})

test('serves no API description if API_DOCS is off', async () => {
  const { visitor } = await startApp({ apiDocs: false })
  for (const path of ['/openapi.json', '/docs', '/docs/', '/docs/json', '/docs/static/swagger-ui.css'])
    expect(await visitor().get(path)).toMatchObject({ status: 404, body: { code: 'not_found' } })
})
