import { randomBytes } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { hashPassword, isOutdated, nobodysHash, passwordMatches } from './passwords.ts'

test('a hash is argon2id with the present parameters, different each time, and matches its password only', async () => {
  const [one, other] = await Promise.all([hashPassword('朝会の合言葉'), hashPassword('朝会の合言葉')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/u)
  expect(one).not.toBe(other)
  expect(await passwordMatches(one, '朝会の合言葉')).toBe(true)
  expect(await passwordMatches(one, '朝会の合言葉 ')).toBe(false)
})

test('the hash of nobody never matches, and is compared with the same parameters', async () => {
  expect(await passwordMatches(undefined, '')).toBe(false)
  expect(isOutdated(nobodysHash)).toBe(false)
})

test('a hash with lower parameters is outdated', async () => {
  expect(isOutdated(await hash('x', { memoryCost: 19_456, timeCost: 2, parallelism: 1 }))).toBe(true)
  expect(isOutdated(await hashPassword('x'))).toBe(false)
})

test('work waits in a queue that ends: what comes after it is told to come back', async () => {
  const password = randomBytes(8).toString('hex')
  const answers = await Promise.allSettled(Array.from({ length: 110 }, () => hashPassword(password)))
  const refused = answers.filter((answer) => answer.status === 'rejected')
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.length).toBeLessThanOrEqual(10)
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'busy', retryAfter: 3 })
}, 60_000)
