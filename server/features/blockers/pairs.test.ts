import { expect, test } from 'vitest'
import { firstPairs } from '#server/testing/blocker-pairs-first.ts'
import { reworded, secondPairs } from '#server/testing/blocker-pairs-second.ts'
import { thirdPairs } from '#server/testing/blocker-pairs-third.ts'
import { continuing } from './alike.ts'

const verdict = (before: string, after: string) => (continuing([before], [after])[0] === 0 ? 'same' : 'different')

test.each([...firstPairs, ...secondPairs, ...thirdPairs])('%s | %s: %s (E3.02)', (before, after, is) => {
  expect(verdict(before, after)).toBe(is)
  expect(verdict(after, before)).toBe(is)
})

test.each(reworded)('does not recognise a rewording: %s | %s', (before, after) => {
  expect(verdict(before, after)).toBe('different')
})

test('keeps the blockers of a numbered list that is shortened or put in another order (E3.02)', () => {
  const before = ['1. VPN が切れる', '2. 鍵が無い', '3. 契約書の返事待ち']
  expect(continuing(before, ['1. 契約書の返事待ち', '2. VPN が切れる'])).toEqual([2, 0])
  expect(continuing(before, ['VPN が切れる', '契約書の返事待ち', '鍵が無い'])).toEqual([0, 2, 1])
})
