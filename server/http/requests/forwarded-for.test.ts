import { isIP } from 'node:net'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { newAddress, startApp } from '#server/testing/team.ts'
import { addressIn } from './forwarded-for.ts'
import { checkToken } from '../responses/seen.ts'

const proxy = '10.0.0.5'

test.each([
  ['203.0.113.5', '203.0.113.5'],
  ['203.0.113.5:50001', '203.0.113.5'],
  [' 203.0.113.5 ', '203.0.113.5'],
  ['[203.0.113.5]:80', '203.0.113.5'],
  ['2001:db8::1', '2001:db8::1'],
  ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['::ffff:203.0.113.5', '203.0.113.5'],
  ['[::ffff:203.0.113.5]:443', '203.0.113.5'],
  ['::ffff:cb00:7105', '203.0.113.5'],
  ['fe80::1%eth0', 'fe80::1'],
  ['unknown', undefined],
  ['_hidden', undefined],
  ['', undefined],
  ['203.0.113.5:', undefined],
  ['203.0.113.5:123456', undefined],
  ['203.0.113.05', undefined],
  ['203.0.113.5:80:80', undefined],
  ['256.1.1.1', undefined],
  ['[2001:db8::1', undefined],
  ['2001:db8::1]:443', undefined],
  ['0x7f.1', undefined],
  ['localhost:80', undefined],
])('the X-Forwarded-For entry %j has the address %j (E6.03)', (entry, address) =>
  expect(addressIn(entry)).toBe(address),
)

describe.each([
  ['TRUST_PROXY with the address of the proxy', proxy],
  ['TRUST_PROXY=true', true],
])('a server with %s', (_, trustProxy) => {
  let app: Awaited<ReturnType<typeof startApp>>['app']
  beforeAll(async () => {
    app = (await startApp({ trustProxy })).app
  })
  const callerOf = async (header: string) => {
    const { config } = app.services
    const authorization = `Bearer ${checkToken(config.secretKey)}`
    const headers = { authorization, 'x-forwarded-for': header }
    return (await app.inject({ url: '/api/seen', headers, remoteAddress: proxy })).json().ip
  }

  test.each([
    ['203.0.113.5:50001', '203.0.113.5'],
    ['198.51.100.1, [2001:db8::1]:443', trustProxy === true ? '198.51.100.1' : '2001:db8::1'],
    ['unknown', proxy],
    ['', proxy],
    // An entry without an address, and all entries before it, are ignored: the caller may have written them.
    ['198.51.100.1, unknown', proxy],
    ['unknown, 203.0.113.5:1', '203.0.113.5'],
    ["'; drop table users; --", proxy],
  ])('the server identifies the caller with the X-Forwarded-For header %j as %s (E6.03)', async (header, address) =>
    expect(await callerOf(header)).toBe(address),
  )

  test('the server identifies every caller by an address, whatever the X-Forwarded-For header is (E6.03)', async () => {
    const entry = fc.oneof(
      fc.ipV4(),
      fc.ipV6(),
      fc.tuple(fc.ipV4(), fc.nat(70_000)).map(([address, port]) => `${address}:${port}`),
      fc.tuple(fc.ipV6(), fc.nat(70_000)).map(([address, port]) => `[${address}]:${port}`),
      fc.stringMatching(/^[\x20-\x7e]*$/u),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { maxLength: 5 }), async (entries) => {
        expect(isIP(await callerOf(entries.join(',')))).toBeGreaterThan(0)
      }),
    )
  })
})

test.each([
  ['a port', (n: number) => `203.0.113.5:${50_000 + n}`],
  ['brackets and a port', (n: number) => `[2001:db8::1]:${50_000 + n}`],
  ['several spellings', (n: number) => (n % 2 ? '2001:db8::1' : '2001:DB8:0:0::1')],
  ['words of the caller in front', (n: number) => `192.0.2.${n}, unknown`],
])('wrong passwords are limited for a caller whose X-Forwarded-For header has %s (E6.03)', async (_, header) => {
  const { app } = await startApp({ trustProxy: proxy })
  const username = `${newAddress()}@example.com`
  const statuses: number[] = []
  for (let n = 0; n < 9; n++) {
    const { statusCode } = await app.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: { 'x-forwarded-for': header(n) },
      payload: { username, password: 'wrong' },
      remoteAddress: proxy,
    })
    statuses.push(statusCode)
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429, 429])
})
