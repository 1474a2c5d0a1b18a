import { describe, expect, test } from 'vitest'
import { stalledVisitor } from '#server/testing/stallable.ts'
import { startApp } from '#server/testing/team.ts'

test('the server reports that it is alive and ready', async () => {
  const { visitor } = await startApp()
  expect(await visitor().get('/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } })
  expect(await visitor().get('/readyz')).toMatchObject({ status: 200, body: { status: 'ok' } })
})

test('the server reports that it is not ready if the database does not respond in time', async () => {
  const visitor = await stalledVisitor(60_000)
  expect(await visitor.get('/readyz')).toMatchObject({ status: 503, body: { code: 'database_unavailable' } })
})

const metricsToken = 'a-token-of-the-tests'
const bearer = { authorization: `Bearer ${metricsToken}` }

test('the metrics have each route’s duration under its pattern, without ids', async () => {
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
  test('callers with the token get the metrics', async () => {
    const { visitor } = await startApp({ metricsToken })
    expect((await visitor('127.0.0.1').get('/metrics')).status).toBe(401)
    expect((await visitor('127.0.0.1').get('/metrics', { authorization: 'Bearer another' })).status).toBe(401)
    expect((await visitor().get('/metrics', bearer)).status).toBe(200)
  })

  test('only callers on this machine get the metrics if no token is set', async () => {
    const { visitor } = await startApp()
    expect((await visitor('127.0.0.1').get('/metrics')).status).toBe(200)
    expect((await visitor('::1').get('/metrics')).status).toBe(200)
    expect(await visitor('203.0.113.7').get('/metrics')).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })

  test('a server with a public URL serves no metrics without a token', async () => {
    const { visitor } = await startApp({ publicUrl: 'https://asakai.example.com' })
    expect((await visitor('127.0.0.1').get('/metrics')).status).toBe(404)
  })
})

test('the server has no API description if API_DOCS is off', async () => {
  const { visitor } = await startApp({ apiDocs: false })
  for (const path of ['/openapi.json', '/docs', '/docs/', '/docs/json', '/docs/static/swagger-ui.css'])
    expect(await visitor().get(path)).toMatchObject({ status: 404, body: { code: 'not_found' } })
})
