import { asWritten, shortDay } from '#contract/dates-in-words.ts'
import { ownDateHabits } from './date-habits.ts'
import { type CalendarDate, utc } from './dates.ts'
import { ownZone } from './own-zone.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

/** Caches formats: creating one costs far more than using it. */
function formatIn(language: string, options: Intl.DateTimeFormatOptions) {
  const key = language + JSON.stringify(options)
  const format = formats.get(key) ?? new Intl.DateTimeFormat(ownDateHabits(language).locale, options)
  formats.set(key, format)
  return format
}

const day = (options: Intl.DateTimeFormatOptions) => (language: string, date: CalendarDate) =>
  asWritten(language, formatIn(language, { ...options, timeZone: 'UTC' }).format(utc(date)))

/** 2026年 */
export const formatYear = day({ year: 'numeric' })
/** 10月23日, 23 October */
export const formatDay = day({ month: 'long', day: 'numeric' })
/** 10/23～10/26, 23 – 26 October; one day alone: 10月23日 */
export const formatDays = (language: string, from: CalendarDate, until: CalendarDate) =>
  from === until
    ? formatDay(language, from)
    : asWritten(
        language,
        formatIn(language, { month: 'long', day: 'numeric', timeZone: 'UTC' }).formatRange(utc(from), utc(until)),
      )
/** 10月23日, 23 Oct: for use inside a sentence */
export const formatShortDay = day({ month: 'short', day: 'numeric' })
/** Keeps a formatted date on one line. Otherwise a line could end between 11月 and 27日. */
export const unbroken = (date: string) => date.replaceAll(' ', '\u00A0').replaceAll(/月(?=\d)/gu, '月\u2060')
/** 10/23, 23.10., 23 Oct */
export const formatNumericDay = (language: string, date: CalendarDate) => day(shortDay(language))(language, date)
/** 2027/1/1, 1.1.2027, 1 Jan 2027 */
export const formatNumericDate = (language: string, date: CalendarDate) =>
  day({ year: 'numeric', ...shortDay(language) })(language, date)
/** 金曜日 */
export const formatWeekday = day({ weekday: 'long' })
const dayAndWeekday = day({ month: 'long', day: 'numeric', weekday: 'long' })
/** 10月23日 金曜日 with a space (design), Friday 23 October */
export const formatDayAndWeekday = (language: string, date: CalendarDate) =>
  language === 'ja' ? `${formatDay(language, date)} ${formatWeekday(language, date)}` : dayAndWeekday(language, date)
/** 2026年10月 */
export const formatMonth = day({ year: 'numeric', month: 'long' })
/** 10月, October */
export const formatMonthName = (language: string, date: CalendarDate) =>
  // Simplified Chinese would otherwise mix 十月 with 2026年10月.
  day({ month: language === 'zh-cn' ? 'numeric' : 'long' })(language, date)
/** 金, Fri */
export const formatShortWeekday = day({ weekday: 'short' })
/** 2026年10月23日金曜日: for screen readers */
export const formatFullDay = day({ dateStyle: 'full' })

/** 日, Sun: the head of a calendar column, which is 36 pixels wide */
export function formatColumn(language: string, date: CalendarDate) {
  const options = { weekday: 'short', timeZone: 'UTC' } as const
  return formatIn(language, options)
    .format(utc(date))
    .replace(/[.]$/u, '')
    .slice(0, 3)
    .replace(/^(周|週)/u, '')
}

/** The options of a time of day: 9:02, or 9:02 AM if the browser's English uses twelve hours (E5.05). */
const clock = (language: string) =>
  ({ hour: 'numeric', minute: '2-digit', hourCycle: ownDateHabits(language).hourCycle }) as const

const withoutZero = (words: string) => words.replace(/\b0(?=\d:)/u, '')

/** 9:02, in the reader's time zone, without a leading zero. */
export const formatTime = (language: string, time: Date) =>
  withoutZero(formatIn(language, { ...clock(language), timeZone: ownZone() }).format(time))

/** 10月23日 9:02, in the reader's time zone, on one line: for a time that may be on another day than its page */
export const formatDayAndTime = (language: string, time: Date) =>
  withoutZero(
    asWritten(
      language,
      formatIn(language, { month: 'short', day: 'numeric', ...clock(language), timeZone: ownZone() }).format(time),
    ),
  ).replaceAll(/\s/gu, '\u00A0')

/** 2026/10/27 18:00, 27 Oct 2026, 18:00, in the reader's time zone. */
export const formatDateTime = (language: string, time: Date) =>
  language === 'en'
    ? asWritten(language, formatIn(language, { ...yearAndDay, ...clock(language), timeZone: ownZone() }).format(time))
    : formatIn(language, {
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
        timeZone: ownZone(),
      }).format(time)

const yearAndDay = { year: 'numeric', month: 'short', day: 'numeric' } as const

/** 2025年10月23日: for a day of another year */
export const formatPastDay = day(yearAndDay)

/**
 * Returns a full hour, such as 9:00.
 * @param hour the hour of the day, from 0 to 23
 */
export const formatHour = (language: string, hour: number) =>
  withoutZero(formatIn(language, { ...clock(language), timeZone: 'UTC' }).format(new Date(Date.UTC(2000, 0, 1, hour))))
