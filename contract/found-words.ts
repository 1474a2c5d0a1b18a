import { fold, foldWithOrigin } from './fold.ts'

/**
 * Returns the words of a search; all must match. If every word is a single character, returns the query as one word.
 */
export function wordsOf(query: string): string[] {
  const folded = fold(query).trim()
  const words = [...new Set(folded.split(/ +/u))]
  return words.some((word) => word.length > 1) ? words : [folded]
}

/** A found word, with its UTF-16 offsets in the text. */
export type Hit = { from: number; until: number; word: string }

/** Letters and digits of scripts that separate words by spaces. */
const ofSpacedWord = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}]{2}$/u
const isInsideWord = (folded: string, place: number) => ofSpacedWord.test(folded.slice(place - 1, place + 1))

/** Returns the next index at which the word begins a word of the text, or -1. Skips `api` within `kapitel`. */
function nextStart(folded: string, word: string, from: number): number {
  let place = folded.indexOf(word, from)
  while (place > 0 && isInsideWord(folded, place)) place = folded.indexOf(word, place + 1)
  return place
}

/** Returns whether a folded text has the word at the beginning of one of its words. */
export const beginsWord = (folded: string, word: string): boolean => nextStart(folded, word, 0) >= 0

/**
 * Finds the words of a search in a text, in order. A hit inside a word of the text counts only if no word of the text
 * begins with the searched word. Of two hits that overlap, the earlier one counts; of two that begin together, the
 * longer one. Searches for the next hit after the last one, instead of collecting all hits first: a character can fold
 * to 18, so a text could have hundreds of thousands of hits (E6.01).
 */
export function hitsIn(text: string, words: readonly string[]): Hit[] {
  const { folded, origin } = foldWithOrigin(text)
  const hits: Hit[] = []
  const places = new Map(words.map((word) => [word, -1]))
  const begins = new Set(words.filter((word) => beginsWord(folded, word)))
  const nextOf = (word: string, at: number) =>
    begins.has(word) ? nextStart(folded, word, at) : folded.indexOf(word, at)
  for (let at = 0; places.size > 0;) {
    let first: { word: string; place: number } | undefined
    for (const [word, known] of places) {
      const place = known < at ? nextOf(word, at) : known
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
    // Extends the hit to the end of its last character, which may fold to several units.
    at = place + word.length
    while (origin[at]! <= last) at += 1
    hits.push({ from: origin[place]!, until: origin[at]!, word })
  }
  return hits
}
