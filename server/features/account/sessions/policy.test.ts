import { expect, test } from 'vitest'
import { idleMost, keptAfterEnd, lifeMost } from './policy.ts'

test('a session lives for seven days unused and thirty in all, and is kept for thirty more', () => {
  const day = 86_400_000 // milliseconds
  expect([idleMost, lifeMost, keptAfterEnd].map((span) => span / day)).toEqual([7, 30, 30])
})
