import { afterEach, describe, expect, test, vi } from 'vitest'
import { type Language, languages } from '#contract/languages.ts'

// The module caches the formats of the first browser it sees, so each test imports it again.
const inBrowser = async (...wanted: string[]) => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(wanted)
  vi.resetModules()
  return import('./format-date.ts')
}
afterEach(() => {
  vi.restoreAllMocks()
  vi.resetModules()
})

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
test.each(languages)('a day with its time, and a month, are formatted in the language %s', async (language) => {
  const { formatDayAndTime, formatMonthName } = await inBrowser('en-GB')
  const { dayAndTime, month } = written[language]
  expect(formatDayAndTime(language, time)).toBe(dayAndTime.replaceAll(' ', '\u00A0'))
  expect(formatMonthName(language, '2026-10-01')).toBe(month)
})

test('French dates have an ordinal for the first of a month only', async () => {
  const { formatDay, formatShortDay, formatFullDay, formatDayAndTime, formatNumericDay } = await inBrowser('en-GB')
  expect(formatDay('fr', '2026-11-01')).toBe('1er novembre')
  expect(formatShortDay('fr', '2026-11-01')).toBe('1er nov.')
  expect(formatFullDay('fr', '2026-11-01')).toBe('dimanche 1er novembre 2026')
  expect(formatDayAndTime('fr', new Date(2026, 10, 1, 1, 5))).toBe('1er\u00A0nov.,\u00A01:05')
  expect(formatNumericDay('fr', '2026-11-01')).toBe('01/11')
  expect(formatDay('fr', '2026-11-11')).toBe('11 novembre')
  expect(formatDay('en', '2026-11-01')).toBe('1 November')
})

describe('dates in English', () => {
  const moment = new Date(2026, 8, 3, 18, 5)
  const write = async (...wanted: string[]) => {
    const dates = await inBrowser(...wanted)
    return Object.values({
      day: dates.formatNumericDay('en', '2026-09-03'),
      short: dates.formatShortDay('en', '2026-09-03'),
      date: dates.formatNumericDate('en', '2027-02-11'),
      past: dates.formatPastDay('en', '2025-09-03'),
      time: dates.formatTime('en', moment),
      hour: dates.formatHour('en', 9),
      dayAndTime: dates.formatDayAndTime('en', moment),
      dateAndTime: dates.formatDateTime('en', moment),
      days: dates.formatDays('en', '2026-09-03', '2026-09-06'),
      weekday: dates.formatDayAndWeekday('en', '2026-09-03'),
    }).map((words) => words.replaceAll(/\s/gu, ' '))
  }
  const british = [
    '3 Sep',
    '3 Sep',
    '11 Feb 2027',
    '3 Sep 2025',
    '18:05',
    '9:00',
    '3 Sep, 18:05',
    '3 Sep 2026, 18:05',
    '3 – 6 September',
    'Thursday 3 September',
  ]
  test.each([[['en-GB']], [['en']], [['ja', 'de']], [['ja-JP', 'en-IE']]])(
    'English dates put the day first for the browser languages %j',
    async (wanted) => {
      expect(await write(...wanted)).toEqual(british)
    },
  )

  test('English dates for the United States put the month first and use twelve hours', async () => {
    expect(await write('ja', 'en-US')).toEqual([
      'Sep 3',
      'Sep 3',
      'Feb 11, 2027',
      'Sep 3, 2025',
      '6:05 PM',
      '9:00 AM',
      'Sep 3, 6:05 PM',
      'Sep 3, 2026, 6:05 PM',
      'September 3 – 6',
      'Thursday, September 3',
    ])
  })

  test('English dates for Australia put the day first and use twelve hours', async () => {
    expect(await write('en-AU')).toEqual(
      british.map((words) => words.replace('18:05', '6:05 pm').replace('9:00', '9:00 am')),
    )
  })

  test('English dates never write a month as a number, in any country', async () => {
    for (const country of ['US', 'GB', 'AU', 'CA', 'IN', 'NZ', 'ZA', 'PH', 'SG', 'XX'])
      for (const words of await write(`en-${country}`)) expect(words).not.toMatch(/\d[/.-]\d/u)
  })

  test('dates in other languages do not change if the browser also prefers English', async () => {
    const dates = await inBrowser('en-US', 'ja')
    expect(dates.formatNumericDay('ja', '2026-09-03')).toBe('9/3')
    expect(dates.formatTime('de', moment)).toBe('18:05')
    expect(dates.formatNumericDay('fr', '2026-09-03')).toBe('03/09')
  })
})

test.each([
  ['ja', '11月\u206027日'],
  ['zh-tw', '11月\u206027日'],
  ['en', '27\u00A0Nov'],
  ['de', '27.\u00A0Nov.'],
] as const)('a date has no line break in the language %s', async (language, words) => {
  const { formatShortDay, unbroken } = await inBrowser('en-GB')
  expect(unbroken(formatShortDay(language, '2026-11-27'))).toBe(words)
})
