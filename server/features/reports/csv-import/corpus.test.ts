import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type ImportColumn, importColumns, type ReportImportQuery } from '#contract/import.ts'
import { fixture } from '#server/testing/fixtures.ts'
import { readFile } from './reading.ts'

type Expected = {
  refused?: string
  query?: ReportImportQuery
  columns: Record<ImportColumn, string | null>
  rows: Record<ImportColumn, string>[]
  order?: string
  asksForOrder?: true
  unreadable?: number
}
const corpus = JSON.parse(readFileSync(fixture('imports/expected.json'), 'utf8')) as Record<string, Expected>

/**
 * Reads a file of the corpus. In the result, a moment is in ISO 8601, and a date that can be read in two ways is
 * `unclear`.
 */
async function readCorpus(name: string, query: ReportImportQuery) {
  const read = await readFile(readFileSync(fixture(`imports/${name}`), 'latin1'), query)
  if (typeof read === 'string') return { refused: read }
  const { headings, columns, rows, order, isOrderUnclear, unreadable } = read
  return {
    ...(Object.keys(query).length > 0 && { query }),
    columns: Object.fromEntries(importColumns.map((column) => [column, headings[columns[column]] ?? null])),
    rows: rows
      .filter(({ isSkipped }) => !isSkipped)
      .map(({ author, date, words }) => ({
        email: author.cell,
        date: date === 'unclear' ? date : 'day' in date ? date.day : new Date(date.moment).toISOString(),
        yesterday: words.yesterday_work,
        today: words.today_plan,
        blockers: words.issues,
      })),
    ...(order && { order }),
    ...(isOrderUnclear && { asksForOrder: true }),
    ...(unreadable > 0 && { unreadable }),
  }
}

test('the import corpus has at least 40 files', () => expect(Object.keys(corpus).length).toBeGreaterThanOrEqual(40))

test.each(Object.entries(corpus))(
  'an import reads the example file %s as expected.json says',
  async (name, expected) => {
    expect(await readCorpus(name, expected.query ?? {})).toEqual(expected)
  },
)
