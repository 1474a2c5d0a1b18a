import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalized } from './normalized.ts'

const forms = ['NFC', 'NFD', 'NFKC', 'NFKD'] as const

test.each(forms)('normalized returns the form %s of a short text, like String.prototype.normalize', (form) => {
  const unit = fc.constantFrom('e', 'か', 'ｶ', '\u3099', 'ﾞ', '\u0301', '\u0323', '①', '𝒜', ' ', '한', '\u0591')
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 30 }), (units) => {
      const text = units.join('')
      expect(normalized(text, form)).toBe(text.normalize(form))
    }),
  )
})

test.each(forms)('normalizing to %s puts the marks of a character into one order', (form) => {
  const marks = ['\u0301', '\u0323', '\u05B0'].join('')
  const others = ['\u05B0', '\u0323', '\u0301'].join('')
  expect(normalized(`a${marks}`, form)).toBe(normalized(`a${others}`, form))
})

test('normalization keeps every mark of a character with thousands of marks', () => {
  const marks = '\u0345\u0315\u0300\u05B0\u0591'.repeat(2_000)
  const sorted = (text: string) => Array.from(text).toSorted()
  const kept = normalized(`a${marks}b`, 'NFD').replaceAll('\u034F', '')
  expect(sorted(kept)).toEqual(sorted(`a${marks}b`.normalize('NFD')))
})
