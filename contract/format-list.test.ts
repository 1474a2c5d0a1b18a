import { expect, test } from 'vitest'
import { formatList } from './format-list.ts'

test.each([
  ['ja', '佐伯、三浦、Weber'],
  ['en', '佐伯, 三浦, Weber'],
  ['de', '佐伯, 三浦, Weber'],
  ['fr', '佐伯, 三浦, Weber'],
  ['it', '佐伯, 三浦, Weber'],
  ['zh-cn', '佐伯、三浦、Weber'],
  ['zh-tw', '佐伯、三浦、Weber'],
  ['et', '佐伯, 三浦, Weber'],
])('formatList joins names with the separator of the language %s', (language, words) => {
  expect(formatList(language, ['佐伯', '三浦', 'Weber'])).toBe(words)
  expect(formatList(language, ['佐伯'])).toBe('佐伯')
})
