import { expect, test } from 'vitest'
import { chooseLanguage } from './language.ts'

test.each([
  ['et', ['de'], 'et'],
  [null, ['zh-tw'], 'zh-tw'],
  [null, ['ja'], 'ja'],
  [null, ['ja-JP', 'en'], 'ja'],
  [null, ['en'], 'en'],
  [null, ['en-US'], 'en'],
  [null, ['de'], 'de'],
  [null, ['de-AT', 'fr'], 'de'],
  [null, ['fr'], 'fr'],
  [null, ['fr-CA'], 'fr'],
  [null, ['it'], 'it'],
  [null, ['it-CH'], 'it'],
  [null, ['et'], 'et'],
  [null, ['et-EE'], 'et'],
  [null, ['zh-TW'], 'zh-tw'],
  [null, ['zh-HK'], 'zh-tw'],
  [null, ['zh-Hant-HK'], 'zh-tw'],
  [null, ['zh-Hant-TW'], 'zh-tw'],
  [null, ['zh-CN'], 'zh-cn'],
  [null, ['zh-SG'], 'zh-cn'],
  [null, ['zh-Hans'], 'zh-cn'],
  [null, ['zh'], 'zh-cn'],
  [null, ['pt-BR'], 'ja'],
  [null, ['es'], 'ja'],
  [null, [], 'ja'],
  ['klingon', ['fr-CA'], 'fr'],
])('stored %s and a browser that wants %s: %s', (stored, wanted, expected) =>
  expect(chooseLanguage(stored, wanted)).toBe(expected),
)
