import { lookup } from 'node:dns/promises'
import { expect, test, vi } from 'vitest'
import { AddressRefused, isPublic, lookUpPublic } from './public-address.ts'

test.each(['1.1.1.1', '8.8.8.8', '172.15.255.255', '172.32.0.1', '100.63.255.255', '192.167.1.1', '2606:4700::1111'])(
  'accepts %s as public',
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
])('refuses %s as not public', (address) => expect(isPublic(address)).toBe(false))

vi.mock('node:dns/promises', () => ({ lookup: vi.fn<typeof lookup>() }))
const names = (addresses: string[]) =>
  vi
    .mocked(lookup as unknown as () => Promise<{ address: string; family: number }[]>)
    .mockResolvedValue(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })))
const lookUp = (all: boolean) =>
  new Promise((resolve) => lookUpPublic('hinode.atlassian.net', { all }, (...answer) => resolve(answer)))

test('resolves a name to the checked public addresses', async () => {
  names(['1.1.1.1', '2606:4700::1111'])
  expect(await lookUp(false)).toEqual([null, '1.1.1.1', 4])
  expect(await lookUp(true)).toEqual([
    null,
    [
      { address: '1.1.1.1', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ],
  ])
})

test('refuses a name if one of its addresses is internal', async () => {
  names(['1.1.1.1', '10.0.0.1'])
  expect(await lookUp(true)).toEqual([expect.any(AddressRefused), []])
})

test("passes the resolver's error on for an unknown name", async () => {
  vi.mocked(lookup).mockRejectedValue(Object.assign(new Error('no'), { code: 'ENOTFOUND' }))
  expect(await lookUp(true)).toEqual([expect.objectContaining({ code: 'ENOTFOUND' }), []])
})
