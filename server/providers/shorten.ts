const graphemes = new Intl.Segmenter('ja', { granularity: 'grapheme' })

/**
 * The longest beginning of `text` that fits, with an ellipsis where something is missing; never half a character.
 * @param fits whether so much of it has room: what has, has so without its end too
 */
export function shorten(text: string, fits: (text: string) => boolean): string {
  if (fits(text)) return text
  const ends = [0, ...Array.from(graphemes.segment(text), ({ index }) => index).slice(1)]
  const cut = (at: number) => `${text.slice(0, ends[at]).trimEnd()}…`
  let [low, high] = [0, ends.length] // the first fits, the second does not
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (fits(cut(middle))) low = middle
    else high = middle
  }
  return cut(low)
}
