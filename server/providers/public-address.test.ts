import type * as dns from 'node:dns/promises'
import { expect, test, vi } from 'vitest'
import { AddressRefused, isPublic, lookupPublicAddress } from './public-address.ts'

test.each(['1.1.1.1', '8.8.8.8', '172.15.255.255', '172.32.0.1', '100.63.255.255', '192.167.1.1', '2606:4700::1111'])(
  'the address %s counts as public',
  (address) => expect(isPublic(address)).toBe(true),
)

test.each([
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.255',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.2.1',
  '192.168.1.1',
  '198.18.0.1',
  '203.0.113.9',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  'fc00::1',
  'fd12::1',
  'fe80::1',
  'ff02::1',
  '2001:db8::1',
  '2002:7f00:1::1',
  '100::1',
  'fec0::1',
  'example.com',
  '',
  '127.1',
  '0x7f.1',
])('the address %s does not count as public', (address) => expect(isPublic(address)).toBe(false))

const asked = vi.hoisted(() => ({
  resolve4: (_name: string): Promise<string[]> => Promise.resolve([]),
  resolve6: (_name: string): Promise<string[]> => Promise.resolve([]),
}))
vi.mock('node:dns/promises', async (original) => ({
  ...(await original<typeof dns>()),
  Resolver: class {
    resolve4 = (name: string) => asked.resolve4(name)
    resolve6 = (name: string) => asked.resolve6(name)
  },
}))
const refusal = (code: string) => Object.assign(new Error(code), { code })
const names = (four: string[] | Error, six: string[] | Error) => {
  asked.resolve4 = () => (four instanceof Error ? Promise.reject(four) : Promise.resolve(four))
  asked.resolve6 = () => (six instanceof Error ? Promise.reject(six) : Promise.resolve(six))
}
const lookUp = (all: boolean, family?: 4 | 6) =>
  new Promise((resolve) =>
    lookupPublicAddress('hinode.atlassian.net', { all, ...(family && { family }) }, (...answer) => resolve(answer)),
  )
const [v4, v6] = [
  { address: '1.1.1.1', family: 4 },
  { address: '2606:4700::1111', family: 6 },
]

test('a host name is resolved to its checked public addresses', async () => {
  names(['1.1.1.1'], ['2606:4700::1111'])
  expect(await lookUp(false)).toEqual([null, '1.1.1.1', 4])
  expect(await lookUp(true)).toEqual([null, [v4, v6]])
  expect(await lookUp(true, 4)).toEqual([null, [v4]])
  expect(await lookUp(true, 6)).toEqual([null, [v6]])
})

test('a host name with only IPv4 or only IPv6 addresses is resolved', async () => {
  names(['1.1.1.1'], refusal('ENODATA'))
  expect(await lookUp(true)).toEqual([null, [v4]])
  names(refusal('ETIMEOUT'), ['2606:4700::1111'])
  expect(await lookUp(true)).toEqual([null, [v6]])
})

test.each([
  [['1.1.1.1', '10.0.0.1'], []],
  [['1.1.1.1'], ['::1']],
  [['1.1.1.1'], ['::ffff:127.0.0.1']],
])('a host name with an internal address is refused: %j, %j', async (four, six) => {
  names(four, six)
  expect(await lookUp(true)).toEqual([expect.any(AddressRefused), []])
})

test("an unknown host name gives the name server's error", async () => {
  names(refusal('ENOTFOUND'), refusal('ENOTFOUND'))
  expect(await lookUp(true)).toEqual([expect.objectContaining({ code: 'ENOTFOUND' }), []])
})
