import { isIP } from 'node:net'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { networkOf } from './network.ts'

const group = fc.nat(0xffff)
/** The first four of an address's eight groups. They are never those of an IPv4-mapped address. */
const prefix = fc.tuple(fc.integer({ min: 1, max: 0xffff }), group, group, group)
const host = fc.tuple(group, group, group, group)
const spelt = (groups: readonly number[], isLong: boolean) =>
  groups.map((each) => (isLong ? each.toString(16).padStart(4, '0').toUpperCase() : each.toString(16))).join(':')
/** Returns the address as `URL` shortens it. */
const short = (address: string) => new URL(`http://[${address}]`).hostname.slice(1, -1)

test('two IPv6 addresses of one /64 have the same rate-limit key in every spelling (E1.13)', () => {
  fc.assert(
    fc.property(prefix, host, host, (network, one, other) => {
      const [first, second] = [spelt([...network, ...one], true), short(spelt([...network, ...other], false))]
      expect(networkOf(first)).toBe(networkOf(second))
      expect(networkOf(`${first}%eth0`)).toBe(networkOf(first))
    }),
  )
})

test('IPv6 addresses of different /64s have different rate-limit keys (E1.13)', () => {
  fc.assert(
    fc.property(prefix, prefix, host, (one, other, rest) => {
      fc.pre(one.join() !== other.join())
      expect(networkOf(short(spelt([...one, ...rest], false)))).not.toBe(networkOf(spelt([...other, ...rest], true)))
    }),
  )
})

test('the rate-limit key of an IPv4 or IPv4-mapped IPv6 address is the plain IPv4 address (E1.13)', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      const [a, b, c, d] = address.split('.').map(Number) as [number, number, number, number]
      const hex = [a * 256 + b, c * 256 + d].map((each) => each.toString(16)).join(':')
      for (const spelling of [address, `::ffff:${address}`, `::FFFF:${hex}`, `0:0:0:0:0:ffff:${hex}`])
        expect(networkOf(spelling)).toBe(address)
    }),
  )
})

test('the rate-limit key of any address is a valid IPv4 address or an IPv6 /64', () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (address) => {
      const key = networkOf(address)
      expect(isIP(key) === 4 || /^[\da-f]{1,4}(?::[\da-f]{1,4}){3}::\/64$/u.test(key), `${address}: ${key}`).toBe(true)
    }),
  )
})

test.each([
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['1::2:3:4:5:6:7', '1:0:2:3::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['::1.2.3.4', '0:0:0:0::/64'],
  ['64:ff9b::203.0.113.5', '64:ff9b:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['203.0.113.5', '203.0.113.5'],
])('rate limits count the address %s as %s', (address, key) => expect(networkOf(address)).toBe(key))
