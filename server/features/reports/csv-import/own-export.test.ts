import fc from 'fast-check'
import { expect, test } from 'vitest'
import { reportFields } from '#contract/report-fields.ts'
import { filesIn } from '#server/testing/stored-zip.ts'
import { team } from '#server/testing/team.ts'

const now = new Date('2026-11-20T03:00:00Z')
const dayOf = (at: number) => new Date(now.getTime() - at * 24 * 60 * 60_000).toISOString().slice(0, 10)

/** Generates texts that a table, a spreadsheet or a parser may treat specially. */
const part = fc.oneof(
  fc.constantFrom(' ', '  ', '\t', '\n', '\r\n', '\r', '\u00a0', '\u3000', '\ufeff', '\u200b', '\u2028', '\u0085'),
  fc.constantFrom(
    "'",
    "''",
    '"',
    '""',
    ',',
    ';',
    '|',
    '\\',
    '=1+1',
    '+',
    '-',
    '@',
    '＝',
    'sep=;',
    '#N/A',
    '00123',
    '1e5',
  ),
  fc.constantFrom('👩‍👩‍👧', '🇯🇵', 'é', 'é', 'שלום', '\u202eabc', 'ﷺ', '契約書', 'ｶﾞ', '👍🏽'),
  fc.string({ unit: 'grapheme', maxLength: 10 }),
)
const text = fc
  .array(part, { maxLength: 6 })
  .map((parts) => parts.join(''))
  .filter((words) => words !== '')
const odd = [
  ' a',
  'a ',
  '\ta',
  '\na\n',
  '\r\na',
  ' =1',
  "' =1",
  "'=1",
  "''=1",
  '\n=1',
  ' ',
  '\n',
  '　全角',
  'a'.repeat(10_000),
  '契'.repeat(10_000),
  '👍'.repeat(5_000),
  ' '.repeat(10_000),
  '"'.repeat(10_000),
  '\n'.repeat(9_999) + 'a',
]

test('importing an export again changes no report (E4.01)', { timeout: 60_000 }, async () => {
  const { app, member } = await team({ now })
  const { post, tokens } = await member()
  const texts = [...odd, ...fc.sample(text, 120)]
  let filed = 0
  for (let at = 0; at < texts.length; at += 3) {
    const words = Object.fromEntries(reportFields.map((field, index) => [field, texts[at + index] ?? '']))
    const { status } = await post('/daily-reports', { report_date: dayOf(filed), ...words })
    if (status === 201) filed += 1
  }
  expect(filed).toBeGreaterThan(30)
  const headers = { authorization: `Bearer ${tokens.access_token}` }
  const take = async (url: string) => (await app.inject({ url: `/api${url}`, headers })).rawPayload
  const zip = filesIn(await take('/users/me/export'))
  for (const [name, file] of [
    ['export', await take('/export?format=csv')],
    ['own data', zip['reports.csv']!],
  ] as const) {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/import?preview=true',
      headers: { ...headers, 'content-type': 'text/csv' },
      payload: file,
    })
    const outcomes = Map.groupBy(answer.json().rows as { outcome: string }[], ({ outcome }) => outcome)
    expect([name, ...[...outcomes].map(([outcome, rows]) => `${outcome} ${rows.length}`)]).toEqual([
      name,
      `unchanged ${filed}`,
    ])
  }
})
