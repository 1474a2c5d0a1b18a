import { describe, expect, test } from 'vitest'
import { Problem } from '#contract/problem.ts'
import { linesOf } from '#server/testing/events.ts'
import { startApp } from '#server/testing/team.ts'

const ours = /^[0-9a-f]{12}$/u

/** Sends a request from a proxy at `from`, which has set the id `given`. Returns the id in the response. */
async function asked(given: string, { trustProxy, from }: { trustProxy: boolean | string; from: string }) {
  const { visitor } = await startApp({ trustProxy })
  const { headers } = await visitor(from).get('/healthz', { 'x-request-id': given })
  return headers['x-request-id']
}

describe('request ids', () => {
  test('every response has a new request id', async () => {
    const { app, visitor } = await startApp()
    const addresses = ['/healthz', '/users/me', '/nowhere', '/invitations/verify/%', '/openapi.json']
    const ids = await Promise.all(
      addresses.map(async (address) => (await visitor().get(address)).headers['x-request-id']),
    )
    const page = await app.inject({ url: '/', headers: { accept: 'text/html' } })
    ids.push(String(page.headers['x-request-id']))
    for (const id of ids) expect(id).toMatch(ours)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('a response has the request id of a trusted proxy', async () => {
    const given = '4f1d7c2e-9d1a-4c1e-8f57-0d5a3c1b2e90'
    expect(await asked(given, { trustProxy: '10.0.0.0/8, loopback', from: '10.1.2.3' })).toBe(given)
    expect(await asked(given, { trustProxy: 'loopback', from: '127.0.0.1' })).toBe(given)
    expect(await asked(given, { trustProxy: true, from: '198.51.100.7' })).toBe(given)
    expect(await asked(given, { trustProxy: '10.0.0.0/8', from: '198.51.100.7' })).toMatch(ours)
    expect(await asked(given, { trustProxy: false, from: '127.0.0.1' })).toMatch(ours)
  })

  test.each([
    'short',
    'with a space',
    'two-of-them, two-of-them',
    '<script>alert(1)</script>',
    '"quoted-id"',
    'x'.repeat(129),
  ])("the server replaces a proxy's malformed request id: %s", async (given) =>
    expect(await asked(given, { trustProxy: 'loopback', from: '127.0.0.1' })).toMatch(ours),
  )

  test('the response and the log line of a server failure have the same request id', async () => {
    const { app, visitor } = await startApp({ logLevel: 'warn' })
    app.get('/api/broken', () => {
      throw new Error('the cause')
    })
    const lines = linesOf(app)
    const { body, headers } = await visitor().get('/broken')
    expect(Problem.parse(body).request_id).toBe(headers['x-request-id'])
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { reqId: body.request_id, err: { message: 'the cause' } },
    ])
  })

  test('client errors, which are not logged, have no request id in their body', async () => {
    const { visitor } = await startApp()
    expect((await visitor().get('/users/me')).body).not.toHaveProperty('request_id')
  })
})
