import type { Achievement } from '#contract/monthly-reports.ts'
import { type MonthField, monthFields } from '#contract/report-fields.ts'
import { linesOf, piecesOf } from '../../lib/lines.ts'

/** What a spreadsheet takes for a formula at the beginning of a cell, in full width too (OWASP, CSV injection). */
const formula = /^[=+\-@\t\r＝＋－＠]/u

/** RFC 4180; an apostrophe keeps a spreadsheet from reading a formula. */
function cell(text: string): string {
  const harmless = formula.test(text) ? `'${text}` : text
  return `"${harmless.replaceAll('"', '""')}"`
}

const plain = (text: string) => linesOf(text).join('\n')

/** A table for spreadsheets: UTF-8 with the mark that Excel needs to see it. @param head the names of the columns */
export function toCsv(head: readonly string[], entries: readonly Achievement[]): string {
  const rows = entries.map((entry) => [entry.report_date, ...monthFields.map((field) => plain(entry[field]))])
  return `\uFEFF${[head, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`
}

/** Words that stay the words they are in CommonMark: no markup, no HTML; addresses stay addresses. */
function escaped(line: string): string {
  return piecesOf(line)
    .map(({ kind, text }) => (kind === 'link' ? `<${text}>` : text.replaceAll(/[\\`*_[\]<>~|&$]/gu, '\\$&')))
    .join('')
    .replace(/^(?:[#+\-=]|\d+(?=[.)]))/u, (mark) => (/^\d/u.test(mark) ? `${mark}\\` : `\\${mark}`))
}

const list = (text: string) => linesOf(text).map((line) => `- ${escaped(line)}`)

/** @param day how a date is written @param headings above what a day has besides its work */
export function toMarkdown(
  title: string,
  entries: readonly Achievement[],
  { day, headings }: { day: (date: string) => string; headings: Record<Exclude<MonthField, 'yesterday_work'>, string> },
): string {
  const days = entries.map((entry) => {
    const parts = monthFields.flatMap((field) => {
      const lines = list(entry[field]).join('\n')
      if (lines === '') return []
      return field === 'yesterday_work' ? [lines] : [`### ${headings[field]}`, lines]
    })
    return [`## ${day(entry.report_date)}`, ...parts].join('\n\n')
  })
  return `${[`# ${title}`, ...days].join('\n\n')}\n`
}
