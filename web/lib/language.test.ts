import { expect, test } from 'vitest'
import { chooseLanguage } from './language.ts'

test.each([
  ['et', ['de'], 'et'],
  [null, ['zh-tw'], 'zh-tw'],
  [null, ['de'], 'de'],
  [null, ['de-AT', 'fr'], 'de'],
  [null, ['en-US'], 'en'],
  [null, ['zh-TW'], 'zh-tw'],
  [null, ['zh-HK'], 'zh-tw'],
  [null, ['zh-Hant-TW'], 'zh-tw'],
  [null, ['zh-CN'], 'zh-cn'],
  [null, ['zh-SG'], 'zh-cn'],
  [null, ['zh'], 'zh-cn'],
  [null, ['pt-BR'], 'ja'],
  [null, ['es'], 'ja'],
  [null, [], 'ja'],
  ['klingon', ['fr-CA'], 'fr'],
])('stored %s and a browser that wants %s: %s', (stored, wanted, expected) =>
  expect(chooseLanguage(stored, wanted)).toBe(expected),
)
