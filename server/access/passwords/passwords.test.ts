import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { hash, verify } from '@node-rs/argon2'
import { expect, test, vi } from 'vitest'
import { comparePassword, hashPassword, dummyHash } from './passwords.ts'

vi.mock('@node-rs/argon2', { spy: true }) // spies on the real functions; only the tests of the queue replace them

test('a password hash has argon2id, current parameters and a random salt, and matches only its password', async () => {
  const [one, other] = await Promise.all([hashPassword('朝会の合言葉'), hashPassword('朝会の合言葉')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/u)
  expect(one).not.toBe(other)
  expect(await comparePassword(one, '朝会の合言葉')).toEqual({ matches: true, isOutdated: false })
  expect(await comparePassword(one, '朝会の合言葉 ')).toEqual({ matches: false, isOutdated: false })
})

test('no password matches the placeholder hash of unknown accounts', async () => {
  expect((await comparePassword(undefined, '')).matches).toBe(false)
  expect(dummyHash).toContain('$m=65536,t=3,p=1$')
})

test('a password hash with lower parameters counts as outdated', async () => {
  const lower = await hash('x', { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  expect(await comparePassword(lower, 'x')).toEqual({ matches: true, isOutdated: true })
  expect((await comparePassword(lower, 'y')).isOutdated).toBe(false)
})

test('a password is refused as busy, with a retry time, if the hash queue is full', async () => {
  vi.mocked(hash).mockImplementation(() => setTimeout(0, 'a hash')) // 100 real hashes take five seconds of CPU time
  const password = randomBytes(8).toString('hex')
  const answers = await Promise.allSettled(Array.from({ length: 110 }, () => hashPassword(password)))
  const refused = answers.filter((answer) => answer.status === 'rejected')
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.length).toBeLessThanOrEqual(10)
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'busy', retryAfter: 3 })
})

test('a login waits for at most two new passwords, however many are queued (E1.23)', async () => {
  const finished: string[] = []
  const finish = async <T>(what: string, result: T) => {
    await setTimeout(0)
    finished.push(what)
    return result
  }
  vi.mocked(hash).mockImplementation(() => finish('new password', 'a hash'))
  vi.mocked(verify).mockImplementation(() => finish('login', true))
  const signUps = Array.from({ length: 90 }, () => hashPassword('x'))
  await comparePassword(dummyHash, 'x')
  await Promise.all(signUps)
  expect(finished.indexOf('login')).toBeLessThanOrEqual(2)
})
