import type { Achievement } from '#contract/monthly-reports.ts'
import { type MonthField, monthFields } from '#contract/report-fields.ts'
import { piecesOf, reportLines, spansOf } from '../../domain/lines.ts'

/**
 * Matches a cell that a spreadsheet would run as a formula, even if it begins with a full-width sign (OWASP, CSV
 * injection).
 */
const formula = /^[=+\-@\t\r＝＋－＠]/u

/** Quotes a cell (RFC 4180). An apostrophe before a formula makes a spreadsheet show it as text. */
function cell(text: string): string {
  const harmless = formula.test(text) ? `'${text}` : text
  return `"${harmless.replaceAll('"', '""')}"`
}

const plain = (text: string) =>
  reportLines(text)
    .map(({ text: words, depth, number }) => `${'  '.repeat(depth)}${number ? `${number} ` : ''}${words}`)
    .join('\n')

/**
 * Returns the month as CSV: UTF-8 with a byte order mark, without which Excel misreads it.
 * @param head the names of the columns
 * @param addedLater the name of an extra column, if the month has reports that were added later (E2.02)
 */
export function toCsv(head: readonly string[], entries: readonly Achievement[], addedLater: string): string {
  const isMarked = entries.some(({ added_later }) => added_later)
  const markOf = ({ added_later }: Achievement) => (isMarked ? [added_later ? addedLater : ''] : [])
  const rows = entries.map((entry) => [
    entry.report_date,
    ...monthFields.map((field) => plain(entry[field])),
    ...markOf(entry),
  ])
  return `\uFEFF${[[...head, ...(isMarked ? [addedLater] : [])], ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`
}

/** Escapes text for CommonMark, so that no character becomes markup or HTML. URLs stay links. */
function escaped(line: string): string {
  return piecesOf(line)
    .map(({ kind, text }) => (kind === 'link' ? `<${text}>` : text.replaceAll(/[\\`*_[\]<>~|&$]/gu, '\\$&')))
    .join('')
    .replace(/^(?:[#+\-=]|\d+(?=[.)]))/u, (mark) => (/^\d/u.test(mark) ? `${mark}\\` : `\\${mark}`))
}

/** Converts a line to CommonMark, with its code, bold and links. */
const marked = (line: string) =>
  spansOf(line)
    .map((span, index, spans) => {
      if (span.kind === 'code') return `\`${span.text}\``
      if (span.kind === 'bold') return `**${escaped(span.text)}**`
      if (span.kind === 'named')
        return `[${escaped(span.text)}](<${span.address.replaceAll(/[<>\\]/gu, encodeURIComponent)}>)`
      const text = escaped(span.text)
      // Escapes a `!` before a link. Otherwise the link would become an image, which a viewer loads from the URL.
      return spans[index + 1]?.kind === 'named' ? text.replace(/!$/u, '\\!') : text
    })
    .join('')

const list = (text: string) =>
  reportLines(text).map(
    ({ text: words, depth, number }) => `${'  '.repeat(depth)}- ${number ? `${escaped(number)} ` : ''}${marked(words)}`,
  )

/**
 * @param day formats a date
 * @param headings the headings of all fields except the work
 */
export function toMarkdown(
  title: string,
  entries: readonly Achievement[],
  {
    day,
    headings,
    addedLater,
  }: {
    day: (date: string) => string
    headings: Record<Exclude<MonthField, 'yesterday_work'>, string>
    addedLater: string
  },
): string {
  const days = entries.map((entry) => {
    const parts = monthFields.flatMap((field) => {
      const lines = list(entry[field]).join('\n')
      if (lines === '') return []
      return field === 'yesterday_work' ? [lines] : [`### ${headings[field]}`, lines]
    })
    const mark = entry.added_later ? ` (${addedLater})` : ''
    return [`## ${day(entry.report_date)}${mark}`, ...parts].join('\n\n')
  })
  return `${[`# ${title}`, ...days].join('\n\n')}\n`
}
