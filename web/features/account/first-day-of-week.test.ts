import { expect, it } from 'vitest'
import { languages } from '#contract/languages.ts'
import { usualFirstDay } from './first-day-of-week.ts'

it.each([
  ['ja', ['ja-JP'], 'sunday'],
  ['de', ['de-DE'], 'monday'],
  ['fr', ['fr-FR', 'en-US'], 'monday'],
  ['it', ['it-IT'], 'monday'],
  ['et', ['et-EE'], 'monday'],
  ['zh-cn', ['zh-CN'], 'sunday'],
  ['zh-tw', ['zh-TW'], 'sunday'],
  ['en', ['en-GB'], 'monday'],
  ['en', ['en', 'en-AU'], 'monday'],
  ['en', ['en-US'], 'sunday'],
  ['en', ['en'], 'sunday'],
  ['en', ['de-DE'], 'sunday'],
])('weeks in the language %s with the browser languages %j begin on %s', (language, tags, firstDay) => {
  expect(usualFirstDay(language, tags)).toBe(firstDay)
})

it('the default first day agrees with CLDR in each language whose weeks begin on Monday', () => {
  type WithWeek = Intl.Locale & { getWeekInfo: () => { firstDay: number } }
  const monday = languages.filter((language) => usualFirstDay(language, []) === 'monday')
  expect(monday.map((language) => (new Intl.Locale(language) as WithWeek).getWeekInfo().firstDay)).toEqual(
    monday.map(() => 1),
  )
})
