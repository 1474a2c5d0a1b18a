import { linesOf, type ReportField, type ReportValues } from '#contract/report-fields.ts'
import type { ReportTime } from '#contract/report-time.ts'
import { withLines } from '../../domain/plan-lines.ts'
import type { Choices, LineOutcome } from './line-outcomes.ts'

/** A line of the last plan that is still in every field that its choice requires. */
export type ReturningLine = { line: string; outcome: LineOutcome | undefined }

const breaks = /\r\n|[\n\r\u2028\u2029]/u
/** Splits a text into lines. An empty text has no lines. */
const rawLines = (text: string) => (text === '' ? [] : text.split(breaks))
const isLine = (line: string) => linesOf(line).length > 0

/** Returns the fields that must contain a line with this choice. For a line without a choice, S4.45 and N4.06 apply. */
function fieldsOf(outcome: LineOutcome | undefined, time: ReportTime): readonly ReportField[] {
  if (outcome === 'done') return ['yesterday_work']
  if (outcome === 'carried') return ['today_plan']
  if (outcome === undefined) return time === 'morning' ? ['yesterday_work', 'today_plan'] : ['yesterday_work']
  return []
}

const moved = ['yesterday_work', 'today_plan'] as const

/** Returns a function that counts how often a line occurs in the text. */
function tally(text: string): (line: string) => number {
  const times = new Map<string, number>()
  for (const line of rawLines(text)) times.set(line.trimEnd(), (times.get(line.trimEnd()) ?? 0) + 1)
  return (line) => times.get(line) ?? 0
}

/**
 * Returns the lines of the plan that can still get a choice, in the order of the plan and without duplicates.
 * Leaves out a line that is missing in a field of its choice, because the member has edited it there.
 */
export function returningLines(plan: string, choices: Choices, words: ReportValues, time: ReportTime): ReturningLine[] {
  const lines = new Set(rawLines(plan).map((line) => line.trimEnd()))
  const planned = tally(plan)
  const written = { yesterday_work: tally(words.yesterday_work), today_plan: tally(words.today_plan) }
  const blockers = tally(words.issues)
  return [...lines].filter(isLine).flatMap((line) => {
    const outcome = choices.get(line)
    const wanted = fieldsOf(outcome, time)
    const isThere = moved.every((field) => written[field](line) === (wanted.includes(field) ? planned(line) : 0))
    return isThere && (outcome !== 'blocker' || blockers(line) === 1) ? [{ line, outcome }] : []
  })
}

/** Returns the lines that are in both fields because the member has made no choice for these lines. */
export const inBothFields = (returning: readonly ReturningLine[], time: ReportTime): string[] =>
  returning.flatMap(({ line, outcome }) => (fieldsOf(outcome, time).length > 1 ? line : []))

export const namesLine = (issues: string, line: string) => tally(issues)(line) > 0

/**
 * Returns the text and the choices after a new choice for a line.
 * In each field of the choice, the line gets its former position; other lines do not change.
 * @param line one of `returningLines`
 */
export function choose(
  plan: string,
  { words, choices }: { words: ReportValues; choices: Choices },
  line: string,
  outcome: LineOutcome,
  time: ReportTime,
): { words: ReportValues; choices: Choices } {
  const before = choices.get(line)
  const changed = { ...words }
  for (const field of moved) {
    const wasThere = fieldsOf(before, time).includes(field)
    const isThere = fieldsOf(outcome, time).includes(field)
    if (wasThere && !isThere) changed[field] = without(words[field], line)
    if (!wasThere && isThere) changed[field] = putBack(words[field], plan, line)
  }
  if (before === 'blocker' && outcome !== before) changed.issues = without(words.issues, line)
  if (outcome === 'blocker' && outcome !== before) changed.issues = withLines(words.issues, line)
  return { words: changed, choices: new Map(choices).set(line, outcome) }
}

export const chooseAll = (
  plan: string,
  before: { words: ReportValues; choices: Choices },
  lines: readonly string[],
  outcome: LineOutcome,
  time: ReportTime,
): { words: ReportValues; choices: Choices } =>
  lines.reduce(({ words, choices }, line) => choose(plan, { words, choices }, line, outcome, time), before)

const without = (text: string, line: string) =>
  rawLines(text)
    .filter((other) => other.trimEnd() !== line)
    .join('\n')

/** Inserts the line into the text again: once for each time that the plan contains it, as it is written there. */
function putBack(text: string, plan: string, line: string): string {
  const planned = rawLines(plan)
  const written = rawLines(text)
  for (const [at, own] of planned.entries())
    if (own.trimEnd() === line) written.splice(indexOfLine(written, planned, at), 0, own)
  return written.join('\n')
}

/**
 * Returns the index at which to insert a line of the plan: after the nearest earlier line of the plan that the text
 * contains, otherwise before the nearest later line, otherwise at the top. Blank lines between the two lines stay
 * between them.
 */
function indexOfLine(written: readonly string[], planned: readonly string[], at: number): number {
  const texts = written.map((line) => line.trimEnd())
  const near = planned.map((line) => line.trimEnd())
  for (let before = at - 1; before >= 0; before -= 1) {
    const place = standing(texts, near, before)
    if (place !== -1) return place + 1 + blanksFrom(texts.slice(place + 1), near.slice(before + 1, at))
  }
  for (let after = at + 1; after < near.length; after += 1) {
    const place = standing(texts, near, after)
    if (place !== -1)
      return place - blanksFrom(texts.slice(0, place).toReversed(), near.slice(at + 1, after).toReversed())
  }
  return blanksFrom(texts, near.slice(0, at))
}

/**
 * Finds a line of the plan in the text, and returns its index there. Returns -1 if the text lacks the line, or the line
 * is blank.
 * If the line occurs several times, its second occurrence in the plan is the second one in the text, and so on.
 */
function standing(texts: readonly string[], planned: readonly string[], at: number): number {
  const line = planned[at]!
  if (!isLine(line)) return -1
  const turn = planned.slice(0, at).filter((other) => other === line).length
  const places = texts.flatMap((other, place) => (other === line ? place : []))
  return places[turn] ?? -1
}

/** Returns the number of blank lines at the start of `texts`, but no more than there are in `planned`. */
function blanksFrom(texts: readonly string[], planned: readonly string[]): number {
  const most = planned.filter((line) => !isLine(line)).length
  const end = texts.slice(0, most).findIndex((line) => isLine(line))
  return end === -1 ? Math.min(most, texts.length) : end
}
