import { expect, test } from 'vitest'
import {
  formatDay,
  formatDayAndTime,
  formatFullDay,
  formatMonthName,
  formatNumericDay,
  formatShortDay,
} from './format-date.ts'

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
  expect(formatDayAndTime(language, time)).toBe(dayAndTime.replaceAll(' ', '\u00A0'))
  expect(formatMonthName(language, '2026-10-01')).toBe(month)
})

test('the first of a month is the ordinal in French, and no other day is', () => {
  expect(formatDay('fr', '2026-11-01')).toBe('1er novembre')
  expect(formatShortDay('fr', '2026-11-01')).toBe('1er nov.')
  expect(formatFullDay('fr', '2026-11-01')).toBe('dimanche 1er novembre 2026')
  expect(formatDayAndTime('fr', new Date(2026, 10, 1, 1, 5))).toBe('1er\u00A0nov.,\u00A01:05')
  expect(formatNumericDay('fr', '2026-11-01')).toBe('01/11')
  expect(formatDay('fr', '2026-11-11')).toBe('11 novembre')
  expect(formatDay('en', '2026-11-01')).toBe('1 November')
})
