import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isCurrent, openKeyring, resealAll, seal, unseal } from './sealed.ts'

const [secret, next] = [randomBytes(32), randomBytes(32)]
const ring = openKeyring(secret)
const place = 'connections:team:member:jira'

test('what was sealed comes back, whatever it is', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(unseal(ring, place, seal(ring, place, value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('two seals of one secret have nothing in common but the key’s id', () => {
  const [first, second] = [seal(ring, place, 'token'), seal(ring, place, 'token')]
  expect(first.subarray(0, 4)).toEqual(second.subarray(0, 4))
  expect(first.subarray(4).equals(second.subarray(4))).toBe(false)
  expect(first.toString('latin1')).not.toContain('token')
})

test('it opens in its own place only', () => {
  const sealed = seal(ring, place, 'token')
  expect(() => unseal(ring, 'connections:team:somebody else:jira', sealed)).toThrow()
})

test('one changed bit anywhere is noticed', () => {
  const sealed = seal(ring, place, { apiToken: 'token' })
  fc.assert(
    fc.property(fc.nat(sealed.length * 8 - 1), (bit) => {
      const changed = Buffer.from(sealed)
      changed[bit >> 3]! ^= 1 << (bit & 7)
      expect(() => unseal(ring, place, changed)).toThrow()
    }),
  )
})

test('a shorter tag does not pass for a whole one', () => {
  const sealed = seal(ring, place, '')
  for (let length = 0; length < sealed.length; length++)
    expect(() => unseal(ring, place, sealed.subarray(0, length))).toThrow()
})

test('after a change of the key, the one before still opens, and the new one seals', () => {
  const before = seal(ring, place, 'token')
  const changed = openKeyring(next, secret)
  expect(unseal(changed, place, before)).toBe('token')
  expect(isCurrent(changed, before)).toBe(false)
  const after = seal(changed, place, 'token')
  expect(isCurrent(changed, after)).toBe(true)
  expect(unseal(openKeyring(next), place, after)).toBe('token')
})

test('without its key it stays shut, and the error shows nothing of it', () => {
  const sealed = seal(ring, place, 'token')
  expect(() => unseal(openKeyring(next), place, sealed)).toThrow(/sealed with another SECRET_KEY/u)
})

test('sealing anew changes what is old, and leaves what no key opens', async () => {
  const [current, previous] = [openKeyring(next, secret), ring]
  const strange = seal(openKeyring(randomBytes(32)), place, 'lost')
  const replaced: unknown[] = []
  const replace = async (sealed: Buffer) => replaced.push(unseal(openKeyring(next), place, sealed))
  const secrets = [seal(current, place, 'new'), seal(previous, place, 'old'), strange]

  const counts = await resealAll(
    current,
    secrets.map((sealed) => ({ place, secret: sealed, replace })),
  )

  expect(counts).toEqual({ sealed: 1, lost: 1 })
  expect(replaced).toEqual(['old'])
})
