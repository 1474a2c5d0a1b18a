import { expect, test } from 'vitest'
import { type Language, languages } from '#contract/languages.ts'
import {
  formatDay,
  formatDayAndTime,
  formatFullDay,
  formatMonthName,
  formatNumericDay,
  formatShortDay,
} from './format-date.ts'

const time = new Date(2026, 9, 23, 8, 5)

const written: Record<Language, { dayAndTime: string; month: string }> = {
  ja: { dayAndTime: '10月23日 8:05', month: '10月' },
  en: { dayAndTime: '23 Oct, 8:05', month: 'October' },
  de: { dayAndTime: '23. Okt., 8:05', month: 'Oktober' },
  fr: { dayAndTime: '23 oct., 8:05', month: 'octobre' },
  it: { dayAndTime: '23 ott, 8:05', month: 'ottobre' },
  'zh-cn': { dayAndTime: '10月23日 8:05', month: '10月' },
  'zh-tw': { dayAndTime: '10月23日 8:05', month: '10月' },
  et: { dayAndTime: '23. okt, 8:05', month: 'oktoober' },
}
test.each(languages)('a day with its time, and a month, in %s', (language) => {
  const { dayAndTime, month } = written[language]
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
