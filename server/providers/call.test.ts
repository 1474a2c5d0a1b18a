import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test, vi } from 'vitest'
import { ProviderFailure } from '#server/errors.ts'
import { afterwards } from '#server/testing/afterwards.ts'
import { call } from './call.ts'

/** A service that answers as `listener` does. */
async function service(listener: RequestListener): Promise<URL> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterwards(() => {
    server.closeAllConnections()
    server.close()
  })
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/x?key=secret`)
}

const ask = (url: URL, more: Partial<Parameters<typeof call>[2]> = {}) => call('Jira', url, { guarded: false, ...more })
const failing = async (url: URL, more?: Partial<Parameters<typeof call>[2]>): Promise<ProviderFailure> => {
  const error: unknown = await ask(url, more).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(ProviderFailure)
  return error as ProviderFailure
}

test('sends JSON and reads JSON', async () => {
  const url = await service((request, response) => {
    void (async () => {
      let text = ''
      for await (const chunk of request) text += String(chunk)
      const { method, headers } = request
      response.end(JSON.stringify({ method, type: headers['content-type'], token: headers['x-token'], text }))
    })()
  })
  const { body } = await ask(url, { method: 'POST', headers: { 'x-token': 't' }, body: { 言葉: '朝会' } })
  expect(body).toEqual({
    method: 'POST',
    type: 'application/json; charset=utf-8',
    token: 't',
    text: '{"言葉":"朝会"}',
  })
})

test('an empty answer is nothing', async () => {
  const url = await service((_request, response) => response.writeHead(204).end())
  expect(await ask(url)).toMatchObject({ status: 204, body: undefined })
})

test.each([
  [301, 'away'],
  [400, 'refused'],
  [401, 'unauthorized'],
  [403, 'forbidden'],
  [404, 'absent'],
  [429, 'limited'],
  [500, 'away'],
  [503, 'away'],
])('%i is %s, whatever else it says', async (status, reason) => {
  const url = await service((_request, response) =>
    response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end('<html>not JSON'),
  )
  expect(await failing(url)).toMatchObject({ provider: 'Jira', reason })
})

test('a redirect is not followed', async () => {
  const asked = vi.fn<() => void>()
  const other = await service((_request, response) => {
    asked()
    response.end('{}')
  })
  const url = await service((_request, response) => response.writeHead(302, { location: other.href }).end())
  await failing(url)
  expect(asked).not.toHaveBeenCalled()
})

test('says how long to wait, in seconds or as a date', async () => {
  const seconds = await service((_request, response) => response.writeHead(429, { 'retry-after': '37' }).end())
  expect(await failing(seconds)).toMatchObject({ reason: 'limited', retryAfter: 37, code: 'provider_away' })
  const at = new Date(Date.now() + 90_000).toUTCString()
  const date = await service((_request, response) => response.writeHead(429, { 'retry-after': at }).end())
  expect((await failing(date)).retryAfter).toBeGreaterThan(80)
})

test.each([
  ['GitHub and Backlog', (at: Date) => String(Math.ceil(at.getTime() / 1_000))],
  ['Jira', (at: Date) => at.toISOString()],
])('says how long to wait where the limit has a moment of its end, as %s tell it', async (_who, write) => {
  const reset = write(new Date(Date.now() + 90_000))
  const answering = (status: number, more = {}) =>
    service((_request, response) => response.writeHead(status, { 'x-ratelimit-reset': reset, ...more }).end())
  const { retryAfter } = await failing(await answering(429))
  expect(retryAfter).toBeGreaterThan(80)
  expect(retryAfter).toBeLessThanOrEqual(91)
  expect(await failing(await answering(429, { 'retry-after': '7' }))).toMatchObject({ retryAfter: 7 })
  expect((await failing(await answering(404))).retryAfter).toBeUndefined()
})

test('what a status means can be told from the answer', async () => {
  const url = await service((_request, response) =>
    response.writeHead(403, { 'x-ratelimit-remaining': '0' }).end('{"message":"rate limit"}'),
  )
  const reasonFor: Parameters<typeof call>[2]['reasonFor'] = ({ headers }) =>
    headers['x-ratelimit-remaining'] === '0' ? 'limited' : undefined
  expect(await failing(url, { reasonFor })).toMatchObject({ reason: 'limited' })
})

const troubles: Record<string, RequestListener> = {
  'broken JSON': (_request, response) => response.end('{"issues": ['),
  'a truncated body': (_request, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('{"issues":')
    setImmediate(() => response.destroy())
  },
  'an answer over 1 MiB': (_request, response) => response.end(`"${'x'.repeat(1_024 * 1_024)}"`),
  'an answer over 1 MiB without an end': (_request, response) => {
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    }
    response.on('drain', more)
    more()
  },
}
test.each(Object.entries(troubles))('%s cannot be read', async (_name, listener) => {
  const url = await service(listener)
  expect(await failing(url)).toMatchObject({ reason: 'broken', code: 'provider_away' })
  expect(await failing(url, { method: 'POST', once: true })).toMatchObject({ reason: 'uncertain' })
})

test('a service that is not there is away, and nothing has arrived', async () => {
  const url = new URL('http://127.0.0.1:9/')
  expect(await failing(url)).toMatchObject({ reason: 'away' })
  expect(await failing(url, { method: 'POST', once: true })).toMatchObject({ reason: 'away' })
})

test('a service that ends the connection may have done what was asked', async () => {
  const url = await service((request) => request.socket.destroy())
  expect(await failing(url)).toMatchObject({ reason: 'away' })
  expect(await failing(url, { method: 'POST', once: true })).toMatchObject({ reason: 'uncertain' })
})

test('what failed at a service may have been done before, unless the service was not at work', async () => {
  const answering = (status: number) => service((_request, response) => response.writeHead(status).end())
  for (const status of [500, 502, 504]) {
    expect(await failing(await answering(status))).toMatchObject({ reason: 'away' })
    expect(await failing(await answering(status), { method: 'POST', once: true })).toMatchObject({
      reason: 'uncertain',
    })
  }
  expect(await failing(await answering(503), { method: 'POST', once: true })).toMatchObject({ reason: 'away' })
})

test('who says nothing, or begins and never ends, is given up by the deadline', async () => {
  const silent = await service(() => {})
  const endless = await service((_request, response) => response.writeHead(200).write('{'))
  expect(await failing(silent, { signal: AbortSignal.timeout(50) })).toMatchObject({ reason: 'away' })
  expect(await failing(endless, { signal: AbortSignal.timeout(50) })).toMatchObject({ reason: 'broken' })
})

test.each([
  'http://jira.example.com/',
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://169.254.169.254/latest',
  'https://localhost/',
  'https://0x7f000001/',
])('an address that a member chose leads nowhere inside: %s', async (address) => {
  expect(await failing(new URL(address), { guarded: true })).toMatchObject({
    reason: 'address_refused',
    code: 'connection_refused',
  })
})

test('no error shows the address or what was sent', async () => {
  const url = await service((request) => request.socket.destroy())
  const error = await failing(url, { headers: { authorization: 'Basic secret' }, body: { apiKey: 'secret' } })
  const shown = JSON.stringify([error, error.message, error.stack, error.cause])
  expect(shown).not.toContain('secret')
  expect(shown).not.toContain('127.0.0.1')
})
