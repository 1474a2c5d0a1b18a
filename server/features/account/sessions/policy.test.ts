import { expect, test } from 'vitest'
import { maxIdleMs, retentionMs, maxLifetimeMs } from './policy.ts'

test('a session ends after seven unused or thirty total days, and is deleted thirty days later', () => {
  const day = 86_400_000 // milliseconds
  expect([maxIdleMs, maxLifetimeMs, retentionMs].map((span) => span / day)).toEqual([7, 30, 30])
})
