import { fold, foldWithOrigin } from './fold.ts'

/** The words of a search that all have to be there; together one, where none of them is long enough to be looked up. */
export function wordsOf(query: string): string[] {
  const folded = fold(query).trim()
  const words = [...new Set(folded.split(/ +/u))]
  return words.some((word) => word.length > 1) ? words : [folded]
}

/** UTF-16 units of a text. */
export type Hit = { from: number; until: number; word: string }

/** Where the words stand in a text, from its beginning; of those that overlap the first. */
export function hitsIn(text: string, words: readonly string[]): Hit[] {
  const { folded, origin } = foldWithOrigin(text)
  const hits = words.flatMap((word) => {
    const places: Hit[] = []
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) {
      const last = origin[at + word.length - 1]!
      // A character that several units come from is marked whole.
      let next = at + word.length
      while (origin[next]! <= last) next += 1
      places.push({ from: origin[at]!, until: origin[next]!, word })
    }
    return places
  })
  let end = 0
  return hits
    .toSorted((one, other) => one.from - other.from || other.until - one.until)
    .filter(({ from, until }) => from >= end && (end = until) > 0)
}
