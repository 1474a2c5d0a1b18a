import { normalized } from './normalized.ts'

/** A character with its combining marks, or the voice marks of half-width kana. */
const cluster = /\P{M}[\p{M}\u{ff9e}\u{ff9f}]*|\p{M}+/gu

/**
 * A run of characters that can be folded together: Japanese and English ones that NFKC does not combine, without a mark
 * on the last.
 */
const run = new RegExp(
  // Linear: it backtracks by one character at most, because only the last can be followed by a mark. Texts have at
  // most 20,000 characters.
  // oxlint-disable-next-line regexp/no-super-linear-move
  `[\\p{ASCII}\u3001\u3002\u3041-\u3096\u30a1-\u30fc\u4e00-\u9fff]+(?![\\p{M}\uff9e\uff9f])|${cluster.source}`,
  'gu',
)

const foldRun = (text: string) => normalized(text, 'NFKC').toLowerCase().replace(/\s/gu, ' ')

const shortRun = 4 // UTF-16 units

/** Returns a folding function for one text. It caches short runs, because one character may fold to 18 (U+FDFA). */
function foldRuns(): (run: string) => string {
  const known = new Map<string, string>()
  return (characters) => {
    if (characters.length > shortRun) return foldRun(characters)
    const folded = known.get(characters) ?? foldRun(characters)
    known.set(characters, folded)
    return folded
  }
}

/**
 * Folds a text for comparison: without differences of width, case and composition (NFKC, N7.02), and with spaces for
 * all white space.
 */
export function fold(text: string): string {
  const folded = foldRuns()
  return text.replace(run, (characters) => folded(characters))
}

/** A folded text, with the original index of each UTF-16 unit. */
export type FoldedText = { folded: string; origin: readonly number[] }

export function foldWithOrigin(text: string): FoldedText {
  const foldedOf = foldRuns()
  const origin: number[] = []
  const folded = text.replace(cluster, (characters, at: number) => {
    const result = foldedOf(characters)
    for (let unit = 0; unit < result.length; unit += 1) origin.push(at)
    return result
  })
  origin.push(text.length)
  return { folded, origin }
}
