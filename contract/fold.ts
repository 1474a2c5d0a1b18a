import { normalized } from './normalized.ts'

/** A character with whatever is written onto it: combining marks, and the voice marks of half-width kana. */
const cluster = /\P{M}[\p{M}\u{ff9e}\u{ff9f}]*|\p{M}+/gu

/** Or as many in a row as can be folded together: those of Japanese and English, which NFKC leaves as they are, with nothing written onto the last. */
const run = new RegExp(
  // Linear: it goes back one character at most, as only the last can have a mark behind it. Texts have 20,000 characters at most.
  // oxlint-disable-next-line regexp/no-super-linear-move
  `[\\p{ASCII}\u3001\u3002\u3041-\u3096\u30a1-\u30fc\u4e00-\u9fff]+(?![\\p{M}\uff9e\uff9f])|${cluster.source}`,
  'gu',
)

const foldRun = (text: string) => normalized(text, 'NFKC').toLowerCase().replace(/\s/gu, ' ')

const shortRun = 4 // UTF-16 units

/** Folds the runs of one text: one that comes again is looked up, since a sign may become 18 others (U+FDFA). */
function foldRuns(): (run: string) => string {
  const known = new Map<string, string>()
  return (characters) => {
    if (characters.length > shortRun) return foldRun(characters)
    const folded = known.get(characters) ?? foldRun(characters)
    known.set(characters, folded)
    return folded
  }
}

/** A text as it is compared: without differences of width, case and composition (NFKC, N7.02), any white space a space. */
export function fold(text: string): string {
  const folded = foldRuns()
  return text.replace(run, (characters) => folded(characters))
}

/** A folded text, and of each of its UTF-16 units where in the text it comes from. */
export type Folded = { folded: string; origin: readonly number[] }

export function foldWithOrigin(text: string): Folded {
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
