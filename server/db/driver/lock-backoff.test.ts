import { expect, test } from 'vitest'
import { lockBackoff } from './limits.ts'

const lockedOut = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' })

test('a locked row shortens the waits of its own team only', () => {
  const backoff = lockBackoff()
  backoff.recordFailure('north', lockedOut)
  backoff.recordFailure('every', lockedOut)
  backoff.recordFailure('south', new Error('another failure'))
  expect(['north', 'every', 'south'].map((team) => backoff.lockTimeout(team))).toEqual(['50ms', '50ms', undefined])
})

test('a locked table, which two teams wait for, shortens the waits of all teams', () => {
  const backoff = lockBackoff()
  for (const team of ['north', 'south']) backoff.recordFailure(team, lockedOut)
  expect(backoff.lockTimeout('east')).toBe('50ms')
})
