import { expect, test } from 'vitest'
import { workingDaysSince } from '#contract/blockers.ts'
import { languages } from '#contract/languages.ts'
import { texts } from '#server/text/texts.ts'

/**
 * `age` counts the first day, so 2 means one working day ago. On a day off that follows the first day, the age is still
 * 1.
 */
test.each(
  languages.flatMap((language) => [[language, 1, 1] as const, [language, 2, 1] as const, [language, 6, 5] as const]),
)('the text in %s says that a blocker of age %i began %i working days ago', (language, age, days) => {
  const translate = texts(language)
  const since = workingDaysSince(age)
  const said = [
    translate('blockers.age', { days: since }),
    translate('dashboard.blockersHint', { days: since, today: 'no' }),
  ]
  for (const words of said) expect(words.match(/\d+/gu)).toEqual([String(days)])
})

test('the Japanese text says how many days ago a blocker began, not its day’s number', () => {
  expect(texts('ja')('blockers.age', { days: workingDaysSince(2) })).toBe('1営業日前から')
})
