import { fold, foldWithOrigin } from './fold.ts'

/** The words of a search that all have to be there; together one, where none of them is long enough to be looked up. */
export function wordsOf(query: string): string[] {
  const folded = fold(query).trim()
  const words = [...new Set(folded.split(/ +/u))]
  return words.some((word) => word.length > 1) ? words : [folded]
}

/** UTF-16 units of a text. */
export type Hit = { from: number; until: number; word: string }

/**
 * Finds the words in a text, in order. If two overlap, the first counts. Each word is looked for behind the last hit only:
 * all places of many short words in signs that are 18 others would be hundreds of thousands (E6.01).
 */
export function hitsIn(text: string, words: readonly string[]): Hit[] {
  const { folded, origin } = foldWithOrigin(text)
  const hits: Hit[] = []
  const places = new Map(words.map((word) => [word, -1]))
  for (let at = 0; places.size > 0;) {
    let first: { word: string; place: number } | undefined
    for (const [word, known] of places) {
      const place = known < at ? folded.indexOf(word, at) : known
      if (place < 0) {
        places.delete(word)
        continue
      }
      places.set(word, place)
      const isSooner =
        !first ||
        origin[place]! < origin[first.place]! ||
        (origin[place] === origin[first.place] && place + word.length > first.place + first.word.length)
      if (isSooner) first = { word, place }
    }
    if (!first) break
    const { word, place } = first
    const last = origin[place + word.length - 1]!
    // A character that several units come from is marked whole.
    at = place + word.length
    while (origin[at]! <= last) at += 1
    hits.push({ from: origin[place]!, until: origin[at]!, word })
  }
  return hits
}
