import { expect, test } from 'vitest'
import { lockBackoff } from './limits.ts'

const lockedOut = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' })

test('a lock timeout in one team shortens the later lock timeouts of this team only', () => {
  const backoff = lockBackoff()
  backoff.recordFailure('north', lockedOut)
  backoff.recordFailure('every', lockedOut)
  backoff.recordFailure('south', new Error('another failure'))
  expect(['north', 'every', 'south'].map((team) => backoff.lockTimeout(team))).toEqual(['50ms', '50ms', undefined])
})

test('lock timeouts in two teams shorten the later lock timeouts of all teams', () => {
  const backoff = lockBackoff()
  for (const team of ['north', 'south']) backoff.recordFailure(team, lockedOut)
  expect(backoff.lockTimeout('east')).toBe('50ms')
})
