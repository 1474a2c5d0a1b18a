const graphemes = new Intl.Segmenter('ja', { granularity: 'grapheme' })

/**
 * Returns the longest beginning of `text` that fits, with an ellipsis if it was shortened. Never splits a character.
 * @param fits must be monotonic: if a text fits, its beginnings must fit, too
 */
export function shorten(text: string, fits: (text: string) => boolean): string {
  if (fits(text)) return text
  const ends = [0, ...Array.from(graphemes.segment(text), ({ index }) => index).slice(1)]
  const cut = (at: number) => `${text.slice(0, ends[at]).trimEnd()}…`
  let [low, high] = [0, ends.length] // invariant: `low` fits, `high` does not
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (fits(cut(middle))) low = middle
    else high = middle
  }
  return cut(low)
}
