import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mentionedIds } from './naming.ts'

const people = (names: readonly string[]) => names.map((name) => ({ id: name, name }))

test.each([
  ['@Ann Lee-Smith, bitte', 'Ann Lee-Smith'],
  ['@Ann Lee, bitte', 'Ann Lee'],
  ['@Ann, bitte', 'Ann'],
  ['@Annabel, bitte', undefined],
  ['@ANN LEE', 'Ann Lee'],
  ['@佐藤さん', '佐藤'],
])('an "@" mentions the member with the longest matching name: %s', (text, name) => {
  expect(mentionedIds(text, [], people(['Ann', 'Ann Lee', 'Ann Lee-Smith', 'Bo', '佐藤']))).toEqual(name ? [name] : [])
})

test('a mention finds its member in composed and decomposed Unicode text', () => {
  const name = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '山', 'か', 'が'), minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(fc.uniqueArray(name, { minLength: 1, maxLength: 20 }), fc.constantFrom('NFC', 'NFD'), (names, form) => {
      const wanted = names[0]!
      const found = mentionedIds(`レビュー @${wanted.normalize(form)}, お願いします`, [], people(names))
      expect(found).toEqual([wanted])
    }),
  )
})
