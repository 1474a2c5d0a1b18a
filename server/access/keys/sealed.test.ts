import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isCurrent, openKeyring, resealAll, seal, unseal } from './sealed.ts'

const [secret, next] = [randomBytes(32), randomBytes(32)]
const ring = openKeyring(secret)
const place = 'connections:team:member:jira'

test('an encrypted JSON value decrypts to the same value', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), async (value) => {
      expect(await unseal(ring, place, await seal(ring, place, value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('an encrypted value is a JWE that shows its key id and nothing of the secret', async () => {
  const [first, second] = [await seal(ring, place, 'token'), await seal(ring, place, 'token')]
  const [header, key, ...rest] = first.split('.')
  const shown = JSON.parse(Buffer.from(header!, 'base64url').toString())
  expect(shown).toEqual({ alg: 'dir', enc: 'A256GCM', kid: expect.stringMatching(/^[\w-]{6}$/u) })
  expect(key).toBe('')
  expect(rest).toHaveLength(3)
  for (const part of rest) expect(second).not.toContain(part)
})

test('a value that was encrypted for another record cannot be decrypted', async () => {
  const sealed = await seal(ring, place, 'token')
  await expect(unseal(ring, 'connections:team:somebody else:jira', sealed)).rejects.toThrow()
})

test('an expired value cannot be decrypted', async () => {
  const sealed = await seal(ring, place, 'token', new Date('2026-11-20T03:10:00Z'))
  expect(await unseal(ring, place, sealed, new Date('2026-11-20T03:09:59Z'))).toBe('token')
  await expect(unseal(ring, place, sealed, new Date('2026-11-20T03:10:00Z'))).rejects.toThrow()
})

test('a value with a changed bit in any part cannot be decrypted', async () => {
  const parts = (await seal(ring, place, { apiToken: 'token' }))
    .split('.')
    .map((part) => Buffer.from(part, 'base64url'))
  const lengths = parts.map(({ length }) => length)
  const places = lengths.flatMap((length, part) => Array.from({ length }, (_, byte) => ({ part, byte })))
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...places), fc.nat(7), async ({ part, byte }, bit) => {
      const changed = parts.map((bytes) => Buffer.from(bytes))
      changed[part]![byte]! ^= 1 << bit
      const sealed = changed.map((bytes) => bytes.toString('base64url')).join('.')
      await expect(unseal(ring, place, sealed)).rejects.toThrow()
    }),
  )
})

test('a truncated value cannot be decrypted', async () => {
  const sealed = await seal(ring, place, '')
  for (let length = 0; length < sealed.length; length++)
    await expect(unseal(ring, place, sealed.slice(0, length))).rejects.toThrow()
})

test('a value whose header names another algorithm cannot be decrypted', async () => {
  const [header, ...rest] = (await seal(ring, place, 'token')).split('.')
  const other = { ...JSON.parse(Buffer.from(header!, 'base64url').toString()), enc: 'A128GCM' }
  const sealed = [Buffer.from(JSON.stringify(other)).toString('base64url'), ...rest].join('.')
  await expect(unseal(ring, place, sealed)).rejects.toThrow()
})

test('after a key change, old values can be decrypted and new values use the new key', async () => {
  const before = await seal(ring, place, 'token')
  const changed = openKeyring(next, secret)
  expect(await unseal(changed, place, before)).toBe('token')
  expect(isCurrent(changed, before)).toBe(false)
  const after = await seal(changed, place, 'token')
  expect(isCurrent(changed, after)).toBe(true)
  expect(await unseal(openKeyring(next), place, after)).toBe('token')
})

test('a value cannot be decrypted without its key, and the error says why', async () => {
  const sealed = await seal(ring, place, 'token')
  await expect(unseal(openKeyring(next), place, sealed)).rejects.toThrow(/encrypted with another SECRET_KEY/u)
})

test('resealAll encrypts values of the previous key again, and keeps values that no key can decrypt', async () => {
  const [current, previous] = [openKeyring(next, secret), ring]
  const replaced: unknown[] = []
  const replace = async (sealed: string) => replaced.push(await unseal(openKeyring(next), place, sealed))
  const secrets = [
    await seal(current, place, 'new'),
    await seal(previous, place, 'old'),
    await seal(openKeyring(randomBytes(32)), place, 'lost'),
  ]

  const counts = await resealAll(
    current,
    secrets.map((sealed) => ({ place, secret: sealed, replace })),
  )

  expect(counts).toEqual({ sealed: 1, lost: 1 })
  expect(replaced).toEqual(['old'])
})
