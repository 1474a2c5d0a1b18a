import { linesOf } from './lines.ts'

/** A line as it is compared: without the space and the mark around its words. */
const words = (line: string) => linesOf(line)[0] ?? ''

export const hasLine = (text: string, line: string) => linesOf(text).includes(words(line))

/** The line below those that stand there, unless it is one of them (S5.28). */
export const withLine = (text: string, line: string) => (hasLine(text, line) ? text : withLines(text, line))

/** The lines below those that stand there. */
export const withLines = (text: string, added: string) => (text.trim() === '' ? added : `${text.trimEnd()}\n${added}`)

/** Every line that is this one is taken out; all others stay as they were written. */
export const withoutLine = (text: string, line: string): string =>
  text
    .split(/\r\n|[\n\r\u2028\u2029]/u)
    .filter((other) => words(other) !== words(line))
    .join('\n')
