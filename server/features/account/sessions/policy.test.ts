import { expect, test } from 'vitest'
import { maxIdleMs, retentionMs, maxLifetimeMs } from './policy.ts'

test('a session lives for seven days unused and thirty in all, and is kept for thirty more', () => {
  const day = 86_400_000 // milliseconds
  expect([maxIdleMs, maxLifetimeMs, retentionMs].map((span) => span / day)).toEqual([7, 30, 30])
})
