import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold, foldWithOrigin } from './fold.ts'
import { hitsIn } from './found-words.ts'

test('hits follow each other, and each holds its word', () => {
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

test('an overlap belongs to the word that begins first, then to the longer one', () => {
  const found = (text: string, words: string[]) => hitsIn(text, words).map(({ from, until }) => text.slice(from, until))
  expect(found('abcd', ['bcd', 'ab'])).toEqual(['ab'])
  expect(found('abcd', ['ab', 'abc'])).toEqual(['abc'])
  expect(found('baaa', ['aa', 'ba'])).toEqual(['ba', 'aa'])
  expect(found('㍿', ['式', '株'])).toEqual(['㍿'])
})

test('signs that are 18 others are marked once each, however many words are in them (E6.01)', () => {
  const text = 'ﷺ'.repeat(3_000)
  const folded = fold('ﷺ')
  const words = Array.from(folded, (_, at) => folded.slice(at, at + 2)).filter((word) => word.length === 2)
  expect(hitsIn(text, [...new Set(words)])).toHaveLength(3_000)
})
