import { expect, test } from 'vitest'
import { firstPairs } from '#server/testing/blocker-pairs-first.ts'
import { continuing } from './alike.ts'

const verdict = (before: string, after: string) => (continuing([before], [after])[0] === 0 ? 'same' : 'different')

test.each(firstPairs)('%s | %s: %s', (before, after, is) => {
  expect(verdict(before, after)).toBe(is)
  expect(verdict(after, before)).toBe(is)
})
