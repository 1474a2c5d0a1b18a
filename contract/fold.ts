import { normalized } from './normalized.ts'

/** Matches a character with its combining marks, or with the voice marks of half-width kana. */
const cluster = /\P{M}[\p{M}\u{ff9e}\u{ff9f}]*|\p{M}+/gu

/**
 * Matches a run of Japanese and English characters, which can be folded in one call because NFKC combines none of them.
 * No mark may follow the run. Matches any other character alone, with its marks.
 */
const run = new RegExp(
  // The pattern is linear: it backtracks by at most one character, because a mark can follow only the last character
  // of a run. Texts have at most 20,000 characters.
  // oxlint-disable-next-line regexp/no-super-linear-move
  `[\\p{ASCII}\u3001\u3002\u3041-\u3096\u30a1-\u30fc\u4e00-\u9fff]+(?![\\p{M}\uff9e\uff9f])|${cluster.source}`,
  'gu',
)

const foldRun = (text: string) => normalized(text, 'NFKC').toLowerCase().replace(/\s/gu, ' ')

const shortRun = 4 // UTF-16 units

/**
 * Returns a folding function for one text. Caches short runs: a text of characters that fold to 18 others, such as
 * U+FDFA, would take long otherwise.
 */
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
