import { expect, test } from 'vitest'
import { firstPairs } from '#server/testing/blocker-pairs-first.ts'
import { reworded, secondPairs } from '#server/testing/blocker-pairs-second.ts'
import { fifthPairs } from '#server/testing/blocker-pairs-fifth.ts'
import { fourthPairs } from '#server/testing/blocker-pairs-fourth.ts'
import { thirdPairs } from '#server/testing/blocker-pairs-third.ts'
import { continuing } from './same-blocker.ts'

const verdict = async (before: string, after: string) =>
  (await continuing([before], [after]))[0] === 0 ? 'same' : 'different'

test.each([...firstPairs, ...secondPairs, ...thirdPairs, ...fourthPairs, ...fifthPairs])(
  'the blocker lines "%s" and "%s" compare as "%s" (E3.02)',
  async (before, after, is) => {
    expect(await verdict(before, after)).toBe(is)
    expect(await verdict(after, before)).toBe(is)
  },
)

test.each(reworded)('the blocker "%s" and its rewording "%s" count as different blockers', async (before, after) => {
  expect(await verdict(before, after)).toBe('different')
})

test('a numbered list that is shortened or reordered continues its blockers (E3.02)', async () => {
  const before = ['1. VPN が切れる', '2. 鍵が無い', '3. 契約書の返事待ち']
  expect(await continuing(before, ['1. 契約書の返事待ち', '2. VPN が切れる'])).toEqual([2, 0])
  expect(await continuing(before, ['VPN が切れる', '契約書の返事待ち', '鍵が無い'])).toEqual([0, 2, 1])
})
