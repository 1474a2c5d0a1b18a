import { lineMark } from './report-fields.ts'

const deepest = 2

/** A line of a report for display (E2.05). */
export type ReportLine = {
  /** The text of the line without its bullet. */
  text: string
  /** The level of the line in a nested list: 0, 1 or 2. */
  depth: number
  /** The number of the line as typed, such as `1.`. Undefined: the page draws a bullet. */
  number: string | undefined
  /** Whether a blank line precedes the line. */
  isAfterBlank: boolean
}

const breaks = /\r\n|[\n\r\u2028\u2029]/u
const numberMark = /^\s*(\(?\d{1,3}[.)](?=\s)|\d{1,3}[．）]|[①-⑳])\s*/u
const boxMark = /^\[([ xX])\](?=\s)/u

/** Returns the width of the indent: a full-width space counts 2, a tab 4. */
function indentOf(line: string): number {
  const space = /^\s*/u.exec(line)?.[0] ?? ''
  return space.replaceAll('\t', '    ').replaceAll('\u3000', '  ').length
}

function withoutMark(line: string): { text: string; number: string | undefined } {
  const number = numberMark.exec(line)
  const text = (number ? line.slice(number[0].length) : line.replace(lineMark, '')).trim()
  // A number alone is the text of its line.
  if (number && text === '') return { text: line.trim(), number: undefined }
  const boxed = text.replace(boxMark, (_mark, done: string) => (done === ' ' ? '☐' : '☑'))
  return { text: boxed, number: number?.[1] }
}

/** Returns the lines of a text with their level and number, without empty lines. */
export function reportLines(text: string): ReportLine[] {
  const lines: ReportLine[] = []
  // The indents of the enclosing levels.
  let levels: number[] = []
  let isAfterBlank = false
  for (const line of text.split(breaks)) {
    const { text: words, number } = withoutMark(line)
    if (words === '') {
      isAfterBlank = lines.length > 0
      continue
    }
    const indent = indentOf(line)
    levels = levels.filter((level) => level <= indent)
    const around = levels.at(-1)
    if (around === undefined || indent >= around + 2) levels = [...levels, indent].slice(0, deepest + 1)
    lines.push({ text: words, depth: levels.length - 1, number, isAfterBlank })
    isAfterBlank = false
  }
  return lines
}
