import { normalized } from '#contract/normalized.ts'

/** The same for upper and lower case, full and half width, composed and decomposed. */
const fold = (text: string) => normalized(normalized(text, 'NFKC').toLowerCase(), 'NFKC')

/**
 * Whether each word of what is searched for stands in one of `texts`, in any order: family and given name stand as their
 * language has them. A word is also found across a space. Everything matches while nothing is searched for.
 */
export function matcherOf(search: string) {
  const words = fold(search).split(/\s+/u)
  return (...texts: string[]) => {
    const folded = texts.map((text) => fold(text).replace(/\s+/gu, ''))
    return words.every((word) => folded.some((text) => text.includes(word)))
  }
}
