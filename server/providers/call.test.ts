import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createSocketServer } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { ProviderFailure } from '#server/errors.ts'
import { afterwards } from '#server/testing/afterwards.ts'
import { call } from './call.ts'

/** Starts a service that answers by `listener`. */
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

test('a call to a provider sends and parses JSON', async () => {
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

test('a call to a provider returns undefined for an empty response', async () => {
  const url = await service((_request, response) => response.writeHead(204).end())
  expect(await ask(url)).toMatchObject({ status: 204, body: undefined })
})

test.each([
  [301, 'unavailable'],
  [400, 'refused'],
  [401, 'unauthorized'],
  [403, 'forbidden'],
  [404, 'not_found'],
  [429, 'rate_limited'],
  [500, 'unavailable'],
  [503, 'unavailable'],
])('the status %i of a provider means %s, whatever the body is', async (status, reason) => {
  const url = await service((_request, response) =>
    response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end('<html>not JSON'),
  )
  expect(await failing(url)).toMatchObject({ provider: 'Jira', reason })
})

test('a call to a provider does not follow a redirect', async () => {
  const asked = vi.fn<() => void>()
  const other = await service((_request, response) => {
    asked()
    response.end('{}')
  })
  const url = await service((_request, response) => response.writeHead(302, { location: other.href }).end())
  await failing(url)
  expect(asked).not.toHaveBeenCalled()
})

test('a provider’s Retry-After in seconds or as a date gives the seconds to wait', async () => {
  const seconds = await service((_request, response) => response.writeHead(429, { 'retry-after': '37' }).end())
  expect(await failing(seconds)).toMatchObject({ reason: 'rate_limited', retryAfter: 37, code: 'provider_unavailable' })
  const at = new Date(Date.now() + 90_000).toUTCString()
  const date = await service((_request, response) => response.writeHead(429, { 'retry-after': at }).end())
  expect((await failing(date)).retryAfter).toBeGreaterThan(80)
})

test.each([
  ['GitHub and Backlog', (at: Date) => String(Math.ceil(at.getTime() / 1_000))],
  ['Jira', (at: Date) => at.toISOString()],
])('a rate limit’s reset time in the format of %s gives the seconds to wait', async (_who, write) => {
  const reset = write(new Date(Date.now() + 90_000))
  const answering = (status: number, more = {}) =>
    service((_request, response) => response.writeHead(status, { 'x-ratelimit-reset': reset, ...more }).end())
  const { retryAfter } = await failing(await answering(429))
  expect(retryAfter).toBeGreaterThan(80)
  expect(retryAfter).toBeLessThanOrEqual(91)
  expect(await failing(await answering(429, { 'retry-after': '7' }))).toMatchObject({ retryAfter: 7 })
  expect((await failing(await answering(404))).retryAfter).toBeUndefined()
})

test('the caller of a provider can give a status its own meaning', async () => {
  const url = await service((_request, response) =>
    response.writeHead(403, { 'x-ratelimit-remaining': '0' }).end('{"message":"rate limit"}'),
  )
  const reasonFor: Parameters<typeof call>[2]['reasonFor'] = ({ headers }) =>
    headers['x-ratelimit-remaining'] === '0' ? 'rate_limited' : undefined
  expect(await failing(url, { reasonFor })).toMatchObject({ reason: 'rate_limited' })
})

const troubles: Record<string, RequestListener> = {
  'broken JSON': (_request, response) => response.end('{"issues": ['),
  'a truncated body': (_request, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('{"issues":')
    setImmediate(() => response.destroy())
  },
  'a response over 1 MiB': (_request, response) => response.end(`"${'x'.repeat(1_024 * 1_024)}"`),
  'a response over 1 MiB without an end': (_request, response) => {
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    }
    response.on('drain', more)
    more()
  },
}
test.each(Object.entries(troubles))('an unreadable response of a provider is refused: %s', async (_name, listener) => {
  const url = await service(listener)
  expect(await failing(url)).toMatchObject({ reason: 'invalid_response', code: 'provider_unavailable' })
  expect(await failing(url, { method: 'POST', once: true })).toMatchObject({ reason: 'unknown_outcome' })
})

test('an unreachable provider is reported as unavailable, because the request was not sent', async () => {
  const url = new URL('http://127.0.0.1:9/')
  expect(await failing(url)).toMatchObject({ reason: 'unavailable' })
  expect(await failing(url, { method: 'POST', once: true })).toMatchObject({ reason: 'unavailable' })
})

test('a closed connection means an unknown outcome if the request must not be repeated', async () => {
  const url = await service((request) => request.socket.destroy())
  expect(await failing(url)).toMatchObject({ reason: 'unavailable' })
  expect(await failing(url, { method: 'POST', once: true })).toMatchObject({ reason: 'unknown_outcome' })
})

test('a server error except 503 means an unknown outcome if the request must not be repeated', async () => {
  const answering = (status: number) => service((_request, response) => response.writeHead(status).end())
  for (const status of [500, 502, 504]) {
    expect(await failing(await answering(status))).toMatchObject({ reason: 'unavailable' })
    expect(await failing(await answering(status), { method: 'POST', once: true })).toMatchObject({
      reason: 'unknown_outcome',
    })
  }
  expect(await failing(await answering(503), { method: 'POST', once: true })).toMatchObject({ reason: 'unavailable' })
})

test('a call to a provider that is silent or never finishes ends at its deadline', async () => {
  const silent = await service(() => {})
  const endless = await service((_request, response) => response.writeHead(200).write('{'))
  expect(await failing(silent, { signal: AbortSignal.timeout(50) })).toMatchObject({ reason: 'unavailable' })
  expect(await failing(endless, { signal: AbortSignal.timeout(50) })).toMatchObject({ reason: 'invalid_response' })
})

/** Starts a service that sends these bytes for each request, and then nothing more, or closes the connection. */
async function rawService(bytes: string, thenCloses: boolean): Promise<URL> {
  const server = createSocketServer((socket) => {
    afterwards(() => socket.destroy())
    socket.on('error', () => {})
    socket.once('data', () => (thenCloses ? socket.end(bytes) : socket.write(bytes)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterwards(() => server.close())
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
}

const upgrade = 'Connection: Upgrade\r\nUpgrade: x\r\n\r\n'
const starts = {
  'another protocol': `HTTP/1.1 101 Switching Protocols\r\n${upgrade}`,
  'another protocol and its bytes': `HTTP/1.1 101 Switching Protocols\r\n${upgrade}{"a":1}`,
  'an upgrade beside a success': `HTTP/1.1 200 OK\r\n${upgrade}`,
  'interim responses only': 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(50),
  'the order to continue': 'HTTP/1.1 100 Continue\r\n\r\n',
  'the half of a status': 'HTTP/1.1 2',
  'headers without an end': `HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(100)}`,
  'too many headers': `HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(20_000)}\r\n`,
  'a length that is no number': 'HTTP/1.1 200 OK\r\ncontent-length: x\r\n\r\n',
  'two lengths': 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n{}',
  'a chunk without an end': 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nff\r\n{',
  'another program’s greeting': 'SSH-2.0-OpenSSH_9.2\r\n',
  nothing: '',
}
test.each(
  Object.entries(starts).flatMap(([what, bytes]) => [true, false].map((closes) => [what, closes, bytes] as const)),
)(
  'a call to a provider ends in time if the provider sends %s (connection closed: %s)',
  async (_what, closes, bytes) => {
    const url = await rawService(bytes, closes)
    const ended = ask(url, { signal: AbortSignal.timeout(300) }).then(
      () => 'answered',
      (error: unknown) => (error instanceof ProviderFailure ? 'failed' : String(error)),
    )
    expect(await Promise.race([ended, setTimeout(5_000, 'still waiting')])).toMatch(/^(?:answered|failed)$/u)
  },
)

test.each([
  'http://jira.example.com/',
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://169.254.169.254/latest',
  'https://localhost/',
  'https://0x7f000001/',
])('the internal address %s that a member entered is refused', async (address) => {
  expect(await failing(new URL(address), { guarded: true })).toMatchObject({
    reason: 'address_refused',
    code: 'connection_refused',
  })
})

test('the error of a call to a provider shows neither the address nor the request', async () => {
  const url = await service((request) => request.socket.destroy())
  const error = await failing(url, { headers: { authorization: 'Basic secret' }, body: { apiKey: 'secret' } })
  const shown = JSON.stringify([error, error.message, error.stack, error.cause])
  expect(shown).not.toContain('secret')
  expect(shown).not.toContain('127.0.0.1')
})
