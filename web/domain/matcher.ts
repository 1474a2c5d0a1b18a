import { normalized } from '#contract/normalized.ts'

/** Removes the differences of case, width (half and full) and Unicode composition. */
const fold = (text: string) => normalized(normalized(text, 'NFKC').toLowerCase(), 'NFKC')

/**
 * Returns a function that tests whether each word of the search occurs in one of `texts`. The words, such as a family
 * and a given name, can be in any order. Spaces in `texts` are ignored. An empty search matches everything.
 */
export function matcherOf(search: string) {
  const words = fold(search).split(/\s+/u)
  return (...texts: string[]) => {
    const folded = texts.map((text) => fold(text).replace(/\s+/gu, ''))
    return words.every((word) => folded.some((text) => text.includes(word)))
  }
}
