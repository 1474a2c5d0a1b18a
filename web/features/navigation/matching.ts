import { normalized } from '#contract/normalized.ts'

/** What the palette can do: a name, what else it is found by, and the deed. */
export type Command = {
  id: string
  label: string
  /** Other words that lead to it. */
  words?: string
  run: () => void
}

/** Width, case, accents and the two kana make no difference: ＢＡＲ, Bär and bar are one, カイギ and かいぎ too. */
export const normalise = (text: string) =>
  normalized(normalized(text, 'NFKD').replace(/(?<=\p{Script=Latin})\p{M}+/gu, ''), 'NFC')
    .toLowerCase()
    .replace(/[ァ-ヶ]/gu, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60))
    .trim()

const partsOf = (text: string) => text.split(/\s+/u).filter((part) => part !== '')

/** How well one word fits a command: at the beginning of its name, of another word, or anywhere; 0 is not at all. */
function fit(word: string, label: string, all: string) {
  if (label.startsWith(word)) return 3
  if (partsOf(all).some((part) => part.startsWith(word))) return 2
  return all.includes(word) ? 1 : 0
}

/**
 * The commands that every word of the query leads to, best first; equals keep their order. Without a query all of them,
 * recent ones first.
 * @param recent ids, the latest first
 */
export function matching<T extends Command>(commands: readonly T[], query: string, recent: readonly string[]): T[] {
  const words = partsOf(normalise(query))
  const age = ({ id }: Command) => (recent.includes(id) ? recent.indexOf(id) : recent.length)
  const found = commands.flatMap((command) => {
    const label = normalise(command.label)
    const all = `${label} ${normalise(command.words ?? '')}`
    const fits = words.map((word) => fit(word, label, all))
    return fits.includes(0) ? [] : [{ command, score: fits.reduce<number>((sum, one) => sum + one, 0) }]
  })
  return found.toSorted((a, b) => b.score - a.score || age(a.command) - age(b.command)).map(({ command }) => command)
}
