import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { afterwards } from '#server/testing/afterwards.ts'
import { listen } from '#server/testing/listen.ts'
import { startApp } from '#server/testing/team.ts'
import { addressCheck, proxyFindings, testClientAddress } from './address.ts'
import { linesOf } from './check.fixture.ts'

const secretKey = randomBytes(32)
const keys = { secretKey, previousSecretKey: undefined }

async function serve(trustProxy: boolean | string) {
  const { app } = await startApp({ trustProxy, secretKey })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return (app.server.address() as AddressInfo).port
}

/** Starts a proxy that adds the caller's address, as nginx does with $proxy_add_x_forwarded_for. */
async function proxyTo(port: number) {
  const { url, close } = await listen((incoming, response) => {
    const headers = {
      ...incoming.headers,
      'x-forwarded-for': `${String(incoming.headers['x-forwarded-for'])}, 198.51.100.7`,
      'x-forwarded-proto': 'http',
    }
    request({ port, host: '127.0.0.1', path: incoming.url, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(response)
    }).end()
  })
  afterwards(close)
  return url
}

test('`asakai check` finds this server at PUBLIC_URL and reports what the server sees of the proxy', async () => {
  const direct = `http://127.0.0.1:${await serve(false)}`
  expect(await linesOf(addressCheck, { PUBLIC_URL: direct }, { keys })).toEqual([
    expect.stringMatching(/^off: PUBLIC_URL works on this machine only/u),
    `ok: This Asakai answers at ${direct}.`,
    'ok: There is no proxy in between.',
  ])
  const last = async (TRUST_PROXY: string, PUBLIC_URL: string) =>
    (await linesOf(addressCheck, { PUBLIC_URL, TRUST_PROXY }, { keys })).at(-1)
  const unknown = await proxyTo(await serve(false))
  expect(await last('false', unknown)).toMatch(
    /^wrong: A proxy at 127\.0\.0\.1 sends the caller’s address, but is not trusted/u,
  )
  const other = await proxyTo(await serve('10.0.0.5'))
  expect(await last('10.0.0.5', other)).toMatch(/Add it to TRUST_PROXY\.$/u)
  const known = await proxyTo(await serve('loopback'))
  expect(await last('loopback', known)).toBe('ok: The proxy sends the caller’s address, and is trusted.')
})

test('`asakai check` reports another server, another program or no answer at PUBLIC_URL', async () => {
  const other = await listen((_request, response) => response.end('{"hello":"world"}'))
  afterwards(other.close)
  const second = async (PUBLIC_URL: string, key = secretKey) =>
    (await linesOf(addressCheck, { PUBLIC_URL }, { keys: { ...keys, secretKey: key } }))[1]
  expect(await second(other.url)).toBe(`wrong: Another program than Asakai answers at ${other.url}.`)
  expect(await second('http://127.0.0.1:1')).toMatch(
    /^wrong: Nothing answers at http:\/\/127\.0\.0\.1:1 \(ECONNREFUSED\)/u,
  )
  const url = `http://127.0.0.1:${await serve(false)}`
  expect(await second(url, randomBytes(32))).toMatch(/^wrong: Something answers .*, but not this Asakai \(401\)/u)
})

test('only the server’s own check can read how a request arrived', async () => {
  const { visitor } = await startApp({ secretKey })
  expect(await visitor().get('/seen')).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
  const guess = { authorization: `Bearer ${randomBytes(32).toString('base64url')}` }
  expect((await visitor().get('/seen', guess)).status).toBe(401)
})

const publicUrl = 'https://asakai.example.com'
const seen = {
  ip: '203.0.113.9',
  from: '10.0.0.5',
  forwarded_for: `${testClientAddress}, 203.0.113.9`,
  forwarded_proto: 'https',
}
test.each([
  ['all is well', {}, '10.0.0.5', 'ok: The proxy sends the caller’s address'],
  ['every caller is trusted', {}, true, 'wrong: With TRUST_PROXY=true every caller can forge'],
  [
    'the proxy sends no address',
    { ip: testClientAddress, forwarded_for: testClientAddress },
    '10.0.0.5',
    'wrong: The proxy does not add',
  ],
  ['the proxy is not trusted', { ip: '10.0.0.5' }, false, 'wrong: A proxy at 10.0.0.5 sends the caller’s address'],
  ['another proxy is trusted', { ip: '10.0.0.5' }, '10.0.0.6', 'wrong: A proxy at 10.0.0.5 sends the caller’s address'],
  ['the scheme differs', { forwarded_proto: 'http' }, '10.0.0.5', 'wrong: The proxy sends X-Forwarded-Proto: http'],
  ['the scheme is not sent', { forwarded_proto: null }, '10.0.0.5', 'ok: '],
  [
    'the proxy runs on this machine, whose callers are trusted',
    { ip: testClientAddress, from: '127.0.0.1', forwarded_for: `${testClientAddress}, 127.0.0.1` },
    'loopback',
    'ok: ',
  ],
])(
  '`asakai check` finds whether callers’ addresses are right behind a proxy if %s',
  (_, more, trustProxy, expected) => {
    const [finding] = proxyFindings({ ...seen, ...more }, { publicUrl, trustProxy })
    expect(`${finding!.is}: ${finding!.says}`.slice(0, expected.length)).toBe(expected)
  },
)
