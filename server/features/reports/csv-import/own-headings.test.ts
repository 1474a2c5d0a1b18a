import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { importColumns } from '#contract/import.ts'
import { languages } from '#contract/languages.ts'
import type { ReportField } from '#contract/report-fields.ts'
import { reportTimes } from '#contract/report-time.ts'
import { columnsOf } from './policy.ts'

type Words = Record<ReportField, string>
type Texts = {
  transfer: { column: Record<(typeof importColumns)[number], string> }
  reportWords: Record<(typeof reportTimes)[number], { fields: Words; shortFields: Words }>
}
const textsIn = (language: string) => JSON.parse(readFileSync(`locales/${language}.json`, 'utf8')) as Texts

const cases = languages.flatMap((language) => {
  const { transfer, reportWords } = textsIn(language)
  const { date, email, ...own } = transfer.column
  const ofTimes = reportTimes.flatMap((time) => [
    { from: `the ${time} form`, words: reportWords[time].fields },
    { from: `the ${time} table`, words: reportWords[time].shortFields },
  ])
  const ofColumns = {
    from: 'the choice of columns',
    words: { yesterday_work: own.yesterday, issues: own.blockers, today_plan: own.today },
  }
  return [...ofTimes, ofColumns].map(({ from, words }) => ({ language, from, words, date, email }))
})

test.each(cases)(
  'an import recognises the $language words of $from as column headings',
  ({ date, email, words: { yesterday_work: yesterday, issues: blockers, today_plan: today } }) => {
    const first = [date, email, yesterday, blockers, today]
    expect(columnsOf(first, {})).toEqual({ date: 0, email: 1, yesterday: 2, blockers: 3, today: 4 })
  },
)
