import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'

/** A comment, a line of a page or the name of a test. */
export type Passage = { file: string; line: number; text: string }

const lineOf = (source: string, index: number) => source.slice(0, index).split('\n').length

/** Returns the comments of TypeScript. Line comments that follow each other, each on a line of its own, are one comment. */
export function commentsIn(file: string, source: string): Passage[] {
  const found: Passage[] = []
  let wholeLineEnd = -1 // the end of the previous comment, if that has a line of its own
  for (const { type, value, start, end } of parseSync(file, source).comments) {
    const text = value
      .split('\n')
      .map((line) => line.trim().replace(/^\*+ ?/u, ''))
      .join(' ')
      .trim()
    const isWholeLine = type === 'Line' && source.slice(source.lastIndexOf('\n', start) + 1, start).trim() === ''
    const isContinued = isWholeLine && wholeLineEnd >= 0 && source.slice(wholeLineEnd, start).trim() === ''
    if (isContinued) found.at(-1)!.text += ` ${text}`
    else found.push({ file, line: lineOf(source, start), text })
    wholeLineEnd = isWholeLine ? end : -1
  }
  return found
}

/** Returns the comments of SQL. Each line is a comment of its own. */
const sqlCommentsIn = (file: string, source: string): Passage[] =>
  source.split('\n').flatMap((text, index) => {
    const [, comment] = /(?:^|\s)--\s(.*)$/u.exec(text) ?? []
    return comment === undefined ? [] : [{ file, line: index + 1, text: comment }]
  })

/** Returns the lines of a page that hold a sentence. */
export function sentencesIn(file: string, source: string): Passage[] {
  const withoutCode = source.replaceAll(/```[^]*?```/gu, (code) => code.replaceAll(/[^\n]/gu, ''))
  return withoutCode
    .split('\n')
    .map((text, index) => ({ file, line: index + 1, text }))
    .filter(({ text }) => /[a-z] [a-z]/u.test(text))
}

/** Returns the names of the tests in a file that are plain strings. */
export function testNamesIn(file: string, source: string): Passage[] {
  const names = /^[ \t]*(?:it|test)(?:\.\w+)*(?:\([^'"`\n]*\))?\(\s*(?<quote>['"`])(?<name>.+?)\k<quote>/gmu
  return [...source.matchAll(names)].map(({ index, groups }) => ({
    file,
    line: lineOf(source, index),
    text: groups!['name']!,
  }))
}

const words = (passages: readonly Passage[]) => passages.reduce((sum, { text }) => sum + text.split(/\s+/u).length, 0)
const percent = (found: number, passages: readonly Passage[]) => (100 * found) / Math.max(passages.length, 1)
const perThousandWords = (found: number, passages: readonly Passage[]) => (1_000 * found) / Math.max(words(passages), 1)

const relative = /\b(?:who|whoever|whom|whose)\b/giu
const indefinite = /\b(?:nobody|nothing|somebody|whatever|whichever)\b/giu
const translated =
  /\b(?:anew|meanwhile|any more|stands|stood|(?:is|are|was|were) told|of which|of whom|by itself|by themselves)\b/giu
const question = /^(?:What|Who|Whose|Whom|Whoever|Which|Where|How)\b/gu
const fragment = /^(?:Of|By|As|To|From|With|Within|Among|Behind|Below|Beside|So|Nor)\b/gu
const headless = /^(?:what|who|whose|whoever|which|where|of|is|are|has|nor|so)\b/giu
const otherSpelling = /\be-mail|(?<!#)\bback-up/giu

type Kind = 'comments' | 'sentences' | 'test names'

/** Habits that make a text hard to read, each with the most that is allowed. */
export const habits: { kind: Kind; habit: string; pattern: RegExp; measure: typeof percent; most: number }[] = [
  { kind: 'comments', habit: 'a question word at the beginning', pattern: question, measure: percent, most: 3 },
  { kind: 'comments', habit: 'a fragment at the beginning', pattern: fragment, measure: percent, most: 1.5 },
  { kind: 'comments', habit: 'relative pronouns', pattern: relative, measure: perThousandWords, most: 2 },
  { kind: 'comments', habit: 'indefinite pronouns', pattern: indefinite, measure: perThousandWords, most: 2.5 },
  { kind: 'comments', habit: 'translated phrases', pattern: translated, measure: perThousandWords, most: 1 },
  { kind: 'sentences', habit: 'a question word at the beginning', pattern: question, measure: percent, most: 2 },
  { kind: 'sentences', habit: 'relative pronouns', pattern: relative, measure: perThousandWords, most: 3 },
  { kind: 'sentences', habit: 'indefinite pronouns', pattern: indefinite, measure: perThousandWords, most: 1.5 },
  { kind: 'sentences', habit: 'translated phrases', pattern: translated, measure: perThousandWords, most: 1 },
  { kind: 'test names', habit: 'a fragment at the beginning', pattern: headless, measure: percent, most: 5 },
  ...(['comments', 'sentences', 'test names'] as const).map((kind) => {
    return { kind, habit: 'another spelling of email or backup', pattern: otherSpelling, measure: percent, most: 0 }
  }),
]

/** Returns the passages with a habit, and how frequent it is. */
export function findHabit(
  passages: readonly Passage[],
  { pattern, measure }: Pick<(typeof habits)[number], 'pattern' | 'measure'>,
) {
  const found = passages.filter(({ text }) => text.match(pattern))
  const matches = found.reduce((sum, { text }) => sum + text.match(pattern)!.length, 0)
  return { found, value: measure(matches, passages) }
}

const exclude = ['node_modules/**', 'dist*/**', 'fixtures/**', '.cache/**', 'data/**', 'web/public/**']
const read = <T>(pattern: string | string[], reader: (file: string, source: string) => T[]): T[] =>
  globSync(pattern, { exclude }).flatMap((file) => reader(file, readFileSync(file, 'utf8')))

/** Reads the English prose of the repository. Japanese pages and the glossary of the screens are left out. */
export const readProse = (): Record<Kind, Passage[]> => ({
  comments: [...read('**/*.{ts,tsx,mjs}', commentsIn), ...read('server/**/*.sql', sqlCommentsIn)].filter(
    ({ text }) => text.split(/\s+/u).length >= 3,
  ),
  sentences: read(['*.md', 'docs/**/*.md'], sentencesIn).filter(
    ({ file }) => !/(?:\bja\b.*|glossary)\.md$/u.test(file),
  ),
  'test names': read('**/*.{test,spec}.{ts,tsx}', testNamesIn),
})
