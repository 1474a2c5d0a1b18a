/** A character with whatever is written onto it: combining marks, and the voice marks of half-width kana. */
const cluster = /\P{M}[\p{M}\u{ff9e}\u{ff9f}]*|\p{M}+/gu

const foldCluster = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ')

/** A text as it is compared: without differences of width, case and composition (NFKC, N7.02), any white space a space. */
export const fold = (text: string): string => text.replace(cluster, foldCluster)

/** A folded text, and of each of its UTF-16 units where in the text it comes from. */
export type Folded = { folded: string; origin: readonly number[] }

export function foldWithOrigin(text: string): Folded {
  const origin: number[] = []
  const folded = text.replace(cluster, (characters, at: number) => {
    const result = foldCluster(characters)
    for (let unit = 0; unit < result.length; unit += 1) origin.push(at)
    return result
  })
  return { folded, origin: [...origin, text.length] }
}
