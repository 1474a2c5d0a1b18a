import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import { AppError } from '#server/errors.ts'
import { testDatabase } from '#server/testing/database.ts'
import { openAttempts } from './attempts.ts'

const minute = 60_000

// Only the clock is faked: attempts are counted in the real database.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

async function open() {
  const attempts = openAttempts(await testDatabase(), randomBytes(32), () => {})
  const attempt = async (account: string, address: string, succeeds = false) => {
    try {
      return (await attempts.password({ account, address }, async () => succeeds)) ? 'in' : 'refused'
    } catch (error) {
      if (error instanceof AppError) return `wait ${error.retryAfter}`
      throw error
    }
  }
  return { attempts, attempt }
}
const pass = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds)

test('an account that was locked for an address unlocks after fifteen minutes', async () => {
  const { attempt } = await open()
  for (let count = 0; count < 5; count += 1) expect(await attempt('a', '1')).toBe('refused')
  pass(minute)
  expect(await attempt('a', '1', true)).toBe(`wait ${14 * 60}`)
  pass(14 * minute - 1)
  expect(await attempt('a', '1', true)).toMatch(/^wait/u)
  pass(2)
  expect(await attempt('a', '1', true)).toBe('in')
})

const other = { account: 'b', address: '10.9.0.2' }
const known = { ...other, device: 'e' }
test.each([
  ['a member who confirms their identity', () => ({ account: 'a', session: 's' }), other],
  ['a member with a hundred sessions', (n: number) => ({ account: 'a', session: `${n}` }), other],
  ['a stolen session', () => ({ account: 'a', session: 's' }), { account: 'a', address: '1', device: 'd' }],
  ['another session of the account', () => ({ account: 'a', session: 's' }), { account: 'a', session: 't' }],
  ['a known browser', () => ({ account: 'a', address: '10.0.0.1', device: 'd' }), other],
  ['a member with a hundred known browsers', (n: number) => ({ account: 'a', address: '1', device: `${n}` }), other],
  ['one network', () => ({ account: 'a', address: '10.0.0.1' }), other],
  ['one account of the same network', () => ({ account: 'a', address: other.address }), other],
  ['an account from a hundred networks', (n: number) => ({ account: 'a', address: `10.0.${n}.1` }), known],
  ['a hundred networks with many accounts', (n: number) => ({ account: `${n}`, address: `10.0.${n}.1` }), known],
])(
  'another person’s password is checked while a hundred passwords arrive at once from %s',
  async (_, guess, another) => {
    const { attempts } = await open()
    const { promise: released, resolve: release } = Promise.withResolvers<boolean>()
    const many = Array.from({ length: 100 }, (_none, n) =>
      attempts.password(guess(n), () => released).catch(() => false),
    )
    expect(await attempts.password(another, async () => true)).toBe(true)
    release(true)
    await Promise.all(many)
  },
)

test.each([
  ['known browsers', (n: number) => ({ account: 'a', address: '1', device: `${n}` })],
  ['unknown browsers', (n: number) => ({ account: 'a', address: `10.0.${n}.1` })],
])('the correct password of one account works a limited number of times from %s', async (_, guess) => {
  const { attempts, attempt } = await open()
  const login = (n: number) => attempts.password(guess(n), async () => true)
  for (let count = 0; count < limits.passwordsCompared; count += 1) expect(await login(count)).toBe(true)
  await expect(login(limits.passwordsCompared)).rejects.toMatchObject({ code: 'too_many_attempts' })
  expect(await attempt('b', '1', true)).toBe('in')
  pass(10 * minute + 1)
  expect(await login(0)).toBe(true)
})

test('more attempts at a locked account do not extend the lock', async () => {
  const { attempt } = await open()
  for (let count = 0; count < 5; count += 1) await attempt('a', '1')
  for (let count = 0; count < 20; count += 1) expect(await attempt('a', '1')).toMatch(/^wait/u)
  expect(await attempt('a', '2', true)).toBe('in')
  pass(15 * minute + 1)
  expect(await attempt('a', '1', true)).toBe('in')
})

test('an address may send 300 wrong passwords a day over all accounts', async () => {
  const { attempt } = await open()
  for (let count = 0; count < 300; count += 1) {
    if (count > 0 && count % 30 === 0) pass(minute + 1)
    expect(await attempt(`account ${count}`, '1')).toBe('refused')
  }
  pass(minute + 1)
  expect(await attempt('another', '1', true)).toMatch(/^wait/u)
  expect(await attempt('another', '2', true)).toBe('in')
  pass(24 * 60 * minute)
  expect(await attempt('another', '1', true)).toBe('in')
}, 30_000)

test('wrong passwords from an address do not count against its limit for passkeys', async () => {
  const { attempts, attempt } = await open()
  for (let count = 0; count < 31; count += 1) await attempt(`account ${count}`, '1')
  expect(await attempt('another', '1', true)).toMatch(/^wait/u)
  expect(await attempts.passkey({ address: '1' }, async () => true)).toBe(true)
  const wrong = () => attempts.passkey({ address: '1' }, async () => false)
  for (let count = 0; count < 30; count += 1) expect(await wrong()).toBe(false)
  await expect(wrong()).rejects.toMatchObject({ code: 'too_many_attempts' })
})

test('a password does not count as wrong if its check fails with an error', async () => {
  const { attempts, attempt } = await open()
  const fails = () => attempts.password({ account: 'a', address: '1' }, () => Promise.reject(new Error('busy')))
  for (let count = 0; count < 12; count += 1) await expect(fails()).rejects.toThrow('busy')
  expect(await attempt('a', '1', true)).toBe('in')
})

test('a password reset lets the owner log in after the limit of logins was reached', async () => {
  const { attempts, attempt } = await open()
  for (let count = 0; count < limits.passwordsCompared; count += 1) expect(await attempt('r', '1', true)).toBe('in')
  expect(await attempt('r', '2', true)).toMatch(/^wait/u)
  await attempts.forget('r', '2')
  expect(await attempt('r', '2', true)).toBe('in')
})
