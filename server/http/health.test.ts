import { describe, expect, test } from 'vitest'
import { stalledVisitor } from '#server/testing/stallable.ts'
import { startApp } from '#server/testing/team.ts'

test('the process says that it lives and that it can work', async () => {
  const { visitor } = await startApp()
  expect(await visitor().get('/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } })
  expect(await visitor().get('/readyz')).toMatchObject({ status: 200, body: { status: 'ok' } })
})

test('a database that does not answer is not waited for', async () => {
  const visitor = await stalledVisitor(60_000)
  expect(await visitor.get('/readyz')).toMatchObject({ status: 503, body: { code: 'database_away' } })
})

const metricsToken = 'a-token-of-the-tests'
const bearer = { authorization: `Bearer ${metricsToken}` }

test('Prometheus reads how long each route takes, by its pattern and never by its ids', async () => {
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

describe('figures', () => {
  test('are for whoever has the token', async () => {
    const { visitor } = await startApp({ metricsToken })
    expect((await visitor('127.0.0.1').get('/metrics')).status).toBe(401)
    expect((await visitor('127.0.0.1').get('/metrics', { authorization: 'Bearer another' })).status).toBe(401)
    expect((await visitor().get('/metrics', bearer)).status).toBe(200)
  })

  test('are for this machine alone where there is no token', async () => {
    const { visitor } = await startApp()
    expect((await visitor('127.0.0.1').get('/metrics')).status).toBe(200)
    expect((await visitor('::1').get('/metrics')).status).toBe(200)
    expect(await visitor('203.0.113.7').get('/metrics')).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })

  test('are for nobody where there is no token and others use the server: a proxy may be on this machine', async () => {
    const { visitor } = await startApp({ publicUrl: 'https://asakai.example.com' })
    expect((await visitor('127.0.0.1').get('/metrics')).status).toBe(404)
  })
})

test('without API_DOCS there is no description of the calls', async () => {
  const { visitor } = await startApp({ apiDocs: false })
  for (const path of ['/openapi.json', '/docs', '/docs/', '/docs/json', '/docs/static/swagger-ui.css'])
    expect(await visitor().get(path)).toMatchObject({ status: 404, body: { code: 'not_found' } })
})
