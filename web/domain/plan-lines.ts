import { linesOf } from './lines.ts'

/** Returns the text of a line for comparison: without its list mark and the blanks around it. */
const words = (line: string) => linesOf(line)[0] ?? ''

export const hasLine = (text: string, line: string) => linesOf(text).includes(words(line))

/** Adds the line at the end, unless the text already has it (S5.28). */
export const withLine = (text: string, line: string) => (hasLine(text, line) ? text : withLines(text, line))

export const withLines = (text: string, added: string) => (text.trim() === '' ? added : `${text.trimEnd()}\n${added}`)

/** Removes every line equal to this one. All other lines stay as written. */
export const withoutLine = (text: string, line: string): string =>
  text
    .split(/\r\n|[\n\r\u2028\u2029]/u)
    .filter((other) => words(other) !== words(line))
    .join('\n')
