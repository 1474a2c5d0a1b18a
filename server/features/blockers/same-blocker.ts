import { normalized } from '#contract/normalized.ts'
import { longWork } from '#server/load/turns.ts'
import { exchangesWords } from './exchanged-words.ts'
import { isNumbered, type Marks, marksOf } from './line-marks.ts'

/** Two lines are alike if at least this share of their character pairs is common (N6.01). */
const alikeFrom = 0.8

/** The same share for lines with the same words. Such lines differ only in the order of words or in hiragana. */
const alikeWithSameWordsFrom = 0.5

/** The most lines of a report that are compared, so that no report keeps the server busy. */
const comparedMost = 50
/** The most characters of a compared line, in NFKC. Longer lines are one blocker only if they are equal. */
const comparedLongest = 500

type Line = Marks & { pairs: ReadonlyMap<string, number>; pairCount: number }

function lineOf(line: string, isInList: boolean): Line {
  const marks = marksOf(line, isInList)
  const pairs = new Map<string, number>()
  for (let at = 1; at < marks.text.length; at += 1) {
    const pair = marks.text.slice(at - 1, at + 1)
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
  }
  return { ...marks, pairs, pairCount: Math.max(0, marks.text.length - 1) }
}

/** Returns how alike two lines are: 1 if they are equal, 0 if they are two blockers (E3.02). */
function likeness(one: Line, other: Line): number {
  if (one.key !== other.key) return 0
  if (one.text === other.text) return hasOtherMarks(one, other) ? 0 : 1
  const [fewer, more] = one.pairCount < other.pairCount ? [one, other] : [other, one]
  const share = (common: number) => (2 * common) / (one.pairCount + other.pairCount)
  let common = fewer.pairCount
  for (const [pair, times] of fewer.pairs) {
    // Most comparisons end here after a few pairs.
    if (share(common) < alikeWithSameWordsFrom) return 0
    common -= Math.max(0, times - (more.pairs.get(pair) ?? 0))
  }
  const much = share(common)
  const hasSameWords = () => one.words.size === other.words.size && wordsOnlyIn(one, other).length === 0
  const isAlike = much >= alikeFrom || (much >= alikeWithSameWordsFrom && hasSameWords())
  return isAlike && !hasReplacedWord(one, other) && !hasOtherMarks(one, other) ? much : 0
}

const wordsOnlyIn = (one: Line, other: Line) => [...one.words].filter((word) => !other.words.has(word))

/**
 * Returns whether a hiragana name, direction or emoji was exchanged, or words were reordered or moved between clauses.
 */
function hasOtherMarks(one: Line, other: Line): boolean {
  const isExchanged = one.aside.some((marks, which) => {
    const others = other.aside[which]!
    return [...marks].some((mark) => !others.has(mark)) && [...others].some((mark) => !marks.has(mark))
  })
  return isExchanged || hasOtherOrder(one, other) || exchangesWords(one.parts, other.parts)
}

/**
 * Returns whether words within a clause are reordered: 'Anna waits for Bob', 'Bob waits for Anna'. Clauses themselves
 * may be reordered.
 */
function hasOtherOrder(one: Line, other: Line): boolean {
  const whole = (line: Line, than: Line) => line.clauses.flat().filter((word) => than.words.has(word))
  const [first, second] = [whole(one, other), whole(other, one)]
  if (isWithin(first, second) || isWithin(second, first)) return false
  const [clauses, others] = [one.clauses, other.clauses].map((all) => all.filter(({ length }) => length > 0))
  if (clauses!.length === 1 && others!.length === 1) return true
  const sorted = (clause: readonly string[]) => clause.toSorted().join(' ')
  return clauses!.some((clause) => {
    const same = others!.filter((each) => sorted(each) === sorted(clause))
    return same.length > 0 && !same.some((each) => each.join(' ') === clause.join(' '))
  })
}

function isWithin(words: readonly string[], list: readonly string[]): boolean {
  let at = 0
  for (const word of list) if (word === words[at]) at += 1
  return at === words.length
}

/** Returns whether each line has a word that the other lacks. A typing error does not make another word. */
function hasReplacedWord(one: Line, other: Line): boolean {
  const left = wordsOnlyIn(one, other)
  const right = wordsOnlyIn(other, one)
  const isName = (word: string) => one.capitalised.has(word) || other.capitalised.has(word)
  for (const word of left) {
    const slip = right.findIndex((each) => isSlip(word, each, isName(word) || isName(each)))
    if (slip === -1) continue
    left.splice(left.indexOf(word), 1, '')
    right.splice(slip, 1)
  }
  return left.some((word) => word !== '') && right.length > 0
}

/**
 * Words of at least this length are the same word if one letter is missing or misplaced (a typing error). Names must be
 * longer, because the names of two people can differ in one letter.
 */
const slipFrom = { word: 6, name: 8 }

/** Returns whether one letter inside the longer word is missing, extra or swapped, and nothing else differs. */
function isSlip(one: string, other: string, isName: boolean): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (long.length < (isName ? slipFrom.name : slipFrom.word) || long.length - short.length > 1) return false
  if (/\p{N}/u.test(long)) return false
  let begin = 0
  while (begin < short.length && short[begin] === long[begin]) begin += 1
  let end = 0
  while (end < short.length - begin && short.at(-1 - end) === long.at(-1 - end)) end += 1
  if (begin === 0 || end === 0) return false
  const [shortRest, longRest] = [short.slice(begin, short.length - end), long.slice(begin, long.length - end)]
  if (shortRest === '') return longRest.length === 1
  return shortRest.length === 2 && shortRest[0] === longRest[1] && shortRest[1] === longRest[0]
}

/**
 * Finds the earlier line that each line continues. Equal lines match first, then the most alike. Each earlier line is
 * continued at most once; of equally alike lines, the first wins.
 * @param otherRequests called between two steps
 * @returns for each line the index of the earlier line, undefined if it continues none
 */
export async function continuing(
  before: readonly string[],
  lines: readonly string[],
  otherRequests = longWork(),
): Promise<(number | undefined)[]> {
  const [earlier, later] = [before.map(normalised), lines.map(normalised)]
  const found = lines.map((): number | undefined => undefined)
  const taken = new Set<number>()
  const take = (to: number, from: number | undefined) => {
    if (from === undefined || found[to] !== undefined || taken.has(from)) return
    found[to] = from
    taken.add(from)
  }
  const places = Map.groupBy(earlier.keys(), (from) => earlier[from]!)
  for (const [to, line] of later.entries()) take(to, places.get(line)?.shift())

  const isList = isNumbered(before) || isNumbered(lines)
  const rest = await comparable(before, isList, (from) => !taken.has(from), otherRequests)
  const open = await comparable(lines, isList, (to) => found[to] === undefined, otherRequests)
  const alike: { from: number; to: number; much: number }[] = []
  for (const { line, at: to } of open)
    for (const { line: other, at: from } of rest) {
      const much = likeness(line, other)
      if (much > 0) alike.push({ from, to, much })
      await otherRequests()
    }
  for (const { from, to } of alike.toSorted((a, b) => b.much - a.much || a.to - b.to || a.from - b.from)) take(to, from)
  return found
}

const normalised = (line: string) => normalized(line, 'NFKC').trim()

/** Returns the marks of the lines that can still be matched, up to the limits of comparison. */
async function comparable(
  lines: readonly string[],
  isList: boolean,
  isOpen: (at: number) => boolean,
  otherRequests: () => Promise<void>,
) {
  const marked: { line: Line; at: number }[] = []
  for (const [at, line] of lines.entries()) {
    if (!isOpen(at) || normalized(line, 'NFKC').length > comparedLongest) continue
    if (marked.push({ line: lineOf(line, isList), at }) === comparedMost) break
    await otherRequests()
  }
  return marked
}
