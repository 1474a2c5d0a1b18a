import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold, foldWithOrigin } from './fold.ts'
import { hitsIn } from './found-words.ts'

test('search hits are in order, and each hit contains its word', () => {
  const signs = fc.constantFrom('a', 'b', 'ab', ' ', 'ﷺ', 'ص', 'ل', '㍿', '株', 'が', 'か\u3099', '😀')
  const texts = fc.array(signs, { maxLength: 40 }).map((parts) => parts.join(''))
  const words = fc.uniqueArray(
    fc.array(signs, { minLength: 1, maxLength: 3 }).map((parts) => fold(parts.join(''))),
    { minLength: 1, maxLength: 5 },
  )
  fc.assert(
    fc.property(texts, words, (text, sought) => {
      const hits = hitsIn(text, sought)
      hits.forEach(({ from, until, word }, index) => {
        expect(fold(text.slice(from, until))).toContain(word)
        expect(from).toBeGreaterThanOrEqual(hits[index - 1]?.until ?? 0)
      })
      const isThere = sought.some((word) => foldWithOrigin(text).folded.includes(word))
      expect(hits.length > 0).toBe(isThere)
    }),
  )
})

test('of two overlapping search hits, the earlier one counts; of two that begin together, the longer one', () => {
  const found = (text: string, words: string[]) => hitsIn(text, words).map(({ from, until }) => text.slice(from, until))
  expect(found('abcd', ['bcd', 'ab'])).toEqual(['ab'])
  expect(found('abcd', ['ab', 'abc'])).toEqual(['abc'])
  expect(found('baaa', ['aa', 'ba'])).toEqual(['ba', 'aa'])
  expect(found('㍿', ['式', '株'])).toEqual(['㍿'])
})

test.each([
  ['Kapitel 4 der API', 'api', ['API']],
  ['Kapitel 4', 'api', ['api']],
  ['予約API、再設計の設計', 'api', ['API']],
  ['再設計の設計', '設計', ['設計', '設計']],
  ['v2012, 12 and 2012', '12', ['12']],
  ['überAPI – Ünder', 'ünd', ['Ünd']],
  ['запапи апи', 'апи', ['апи']],
])('in "%s", a search for "%s" marks only beginnings of words, unless no word begins with it', (text, word, marks) => {
  expect(hitsIn(text, [word]).map(({ from, until }) => text.slice(from, until))).toEqual(marks)
})

test('a search marks a ligature of 18 letters once, however many words match it (E6.01)', () => {
  const text = 'ﷺ'.repeat(3_000)
  const folded = fold('ﷺ')
  const words = Array.from(folded, (_, at) => folded.slice(at, at + 2)).filter((word) => word.length === 2)
  expect(hitsIn(text, [...new Set(words)])).toHaveLength(3_000)
})
