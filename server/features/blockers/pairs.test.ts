import { expect, test } from 'vitest'
import { firstPairs } from '#server/testing/blocker-pairs-first.ts'
import { reworded, secondPairs } from '#server/testing/blocker-pairs-second.ts'
import { continuing } from './alike.ts'

const verdict = (before: string, after: string) => (continuing([before], [after])[0] === 0 ? 'same' : 'different')

test.each([...firstPairs, ...secondPairs])('%s | %s: %s (E3.02)', (before, after, is) => {
  expect(verdict(before, after)).toBe(is)
  expect(verdict(after, before)).toBe(is)
})

test.each(reworded)('does not recognise a rewording: %s | %s', (before, after) => {
  expect(verdict(before, after)).toBe('different')
})
