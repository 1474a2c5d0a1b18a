import { blockerLinesOf, saysNoBlocker } from '#contract/no-blocker.ts'
import { linesOf } from '#contract/report-fields.ts'
import type { BlockerChoice } from '#contract/reports.ts'
import { hasLine, withLines, withoutLine } from '../../domain/plan-lines.ts'

export type OpenBlocker = { id: string; text: string }

/** The chosen option of a row. Undefined without a choice, if the blockers field does not contain the blocker. */
export type BlockerOutcome = 'open' | 'solved' | 'reworded' | undefined

/** A row for an open blocker. `words`: the blocker's line in the blockers field, which may be reworded. */
export type BlockerRow = OpenBlocker & { outcome: BlockerOutcome; words: string }

/** The text of the blockers field, and the choices for reworded and solved blockers. */
export type BlockerField = { issues: string; choices: readonly BlockerChoice[] }

const breaks = /\r\n|[\n\r\u2028\u2029]/u
const bare = (line: string) => linesOf(line)[0] ?? ''

/**
 * Returns the choices to send. Leaves out those that contradict the text of the field, which the server would reject.
 */
export function fittingChoices({ issues, choices }: BlockerField): BlockerChoice[] {
  const free = Map.groupBy(blockerLinesOf(issues), (line) => line)
  return choices.filter(({ state, text }) =>
    state === 'solved' ? !hasLine(issues, text) : free.get(bare(text))?.pop() !== undefined,
  )
}

/**
 * Returns a row for each open blocker. Ignores choices that contradict the field, because the field was edited later.
 */
export const rowsOf = (open: readonly OpenBlocker[], { issues, choices }: BlockerField): BlockerRow[] =>
  open.map(({ id, text }) => {
    const choice = choices.find((each) => each.id === id)
    const words = choice?.state === 'open' ? choice.text : text
    if (choice?.state === 'solved' && !hasLine(issues, text)) return { id, text, words: text, outcome: 'solved' }
    if (words !== text && hasLine(issues, words)) return { id, text, words, outcome: 'reworded' }
    return { id, text, words: text, outcome: hasLine(issues, text) ? 'open' : undefined }
  })

/** Returns the field with the row's blocker open again, in its former wording. */
export const keepBlockerOpen = (field: BlockerField, { id, words, text }: BlockerRow): BlockerField => ({
  issues: putLine(field.issues, words, text),
  choices: field.choices.filter((choice) => choice.id !== id),
})

export const solve = (field: BlockerField, { id, words, text }: BlockerRow): BlockerField => ({
  issues: withoutLine(field.issues, words),
  choices: [...field.choices.filter((choice) => choice.id !== id), { id, state: 'solved', text }],
})

/** Returns the field with the row's blocker reworded. An empty text has no effect. */
export function reword(field: BlockerField, { id, words }: BlockerRow, typed: string): BlockerField {
  const text = bare(typed)
  if (text === '') return field
  return {
    issues: putLine(field.issues, words, text),
    choices: [...field.choices.filter((choice) => choice.id !== id), { id, state: 'open', text }],
  }
}

/**
 * Returns the field after the member has edited it. If only the line of a row was reworded, the row gets the new line.
 */
export function followEdit(rows: readonly BlockerRow[], field: BlockerField, issues: string): BlockerField {
  const [before, after] = [field.issues.split(breaks), issues.split(breaks)]
  const changed = after.flatMap((line, at) => (line === before[at] ? [] : at))
  const [at] = changed
  if (before.length !== after.length || changed.length !== 1 || at === undefined) return { ...field, issues }
  const [old, text] = [bare(before[at]!), bare(after[at]!)]
  const row = rows.find(({ words, outcome }) => words === old && (outcome === 'open' || outcome === 'reworded'))
  if (!row || text === '' || text === old || !isReworded(old, text)) return { ...field, issues }
  const others = field.choices.filter((choice) => choice.id !== row.id)
  return { issues, choices: text === row.text ? others : [...others, { id: row.id, state: 'open', text }] }
}

/**
 * Returns whether an edit has reworded the line instead of replacing it. The equal characters at both ends must be at
 * least half of the shorter line.
 */
function isReworded(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length)
  let begin = 0
  while (begin < shorter && one[begin] === other[begin]) begin += 1
  let end = 0
  while (end < shorter - begin && one.at(-1 - end) === other.at(-1 - end)) end += 1
  return begin + end >= shorter / 2
}

/**
 * Replaces the old line by the new one. Without the old line, appends the new one, or replaces a text that means that
 * there is no blocker.
 */
function putLine(issues: string, old: string, text: string): string {
  if (!hasLine(issues, old)) return saysNoBlocker(issues) ? text : withLines(issues, text)
  return issues
    .split(breaks)
    .map((line) => (bare(line) === old ? line.slice(0, line.length - line.trimStart().length) + text : line))
    .join('\n')
}
