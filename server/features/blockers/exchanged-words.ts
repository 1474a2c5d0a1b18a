/** The words of each clause of a line, in order, including names. */
export type Parts = readonly (readonly string[])[]

/**
 * Returns whether words have moved between clauses: 'waiting for Anna, review by Ben' and 'waiting for Ben, review by
 * Anna' are two blockers (E3.02). Compares only words that both lines have equally often. Returns false in these cases:
 * - Neither line has two clauses with common words.
 * - The words have the same order.
 * - The clauses have the same words, in any order of the clauses.
 * - One line has more clauses, and each of them is contiguous in the other line.
 */
export function exchangesWords(one: Parts, other: Parts): boolean {
  const [counts, otherCounts] = [countsOf(one), countsOf(other)]
  const isCommon = (word: string) => counts.get(word) === otherCounts.get(word)
  const [ours, theirs] = [one, other].map((parts) =>
    parts.map((clause) => clause.filter(isCommon)).filter(({ length }) => length > 0),
  ) as [string[][], string[][]]
  if (ours.length < 2 && theirs.length < 2) return false
  if (ours.flat().join(' ') === theirs.flat().join(' ')) return false
  if (ours.length === theirs.length) {
    const bags = (clauses: string[][]) => clauses.map(bagOf).toSorted().join(',')
    return bags(ours) !== bags(theirs)
  }
  const [fewer, more] = ours.length < theirs.length ? [ours, theirs] : [theirs, ours]
  const whole = fewer.flat()
  return !more.every((clause) => standsTogether(clause, whole))
}

function countsOf(parts: Parts): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of parts.flat()) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

const bagOf = (words: readonly string[]) => words.toSorted().join(' ')

/** Returns whether the words are contiguous in the whole, in any order. */
function standsTogether(words: readonly string[], whole: readonly string[]): boolean {
  const bag = bagOf(words)
  const isIn = new Set(words)
  return whole.some((word, at) => isIn.has(word) && bagOf(whole.slice(at, at + words.length)) === bag)
}
