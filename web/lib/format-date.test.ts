import { expect, test } from 'vitest'
import { formatDayAndTime, formatMonthName } from './format-date.ts'

const time = new Date(2026, 9, 23, 8, 5)

test.each([
  ['ja', '10月23日 8:05', '10月'],
  ['en', '23 Oct, 8:05', 'October'],
  ['de', '23. Okt., 8:05', 'Oktober'],
  ['fr', '23 oct., 8:05', 'octobre'],
  ['it', '23 ott, 8:05', 'ottobre'],
  ['zh-cn', '10月23日 8:05', '10月'],
  ['zh-tw', '10月23日 8:05', '10月'],
  ['et', '23. okt, 8:05', 'oktoober'],
])('a day with its time, and a month, in %s', (language, dayAndTime, month) => {
  expect(formatDayAndTime(language, time)).toBe(dayAndTime)
  expect(formatMonthName(language, '2026-10-01')).toBe(month)
})
