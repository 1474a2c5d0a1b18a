import { normalized } from '#contract/normalized.ts'

export type Command = {
  id: string
  label: string
  /** Other words that find the command. */
  words?: string
  run: () => void
}

/** Removes differences of width, case, accents and kana: ＢＡＲ, Bär and bar become equal, as do カイギ and かいぎ. */
export const normalise = (text: string) =>
  normalized(normalized(text, 'NFKD').replace(/(?<=\p{Script=Latin})\p{M}+/gu, ''), 'NFC')
    .toLowerCase()
    .replace(/[ァ-ヶ]/gu, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60))
    .trim()

const partsOf = (text: string) => text.split(/\s+/u).filter((part) => part !== '')

/** Returns a score for a word: 3 at the start of the label, 2 at the start of another word, 1 elsewhere, 0 if missing. */
function fit(word: string, label: string, all: string) {
  if (label.startsWith(word)) return 3
  if (partsOf(all).some((part) => part.startsWith(word))) return 2
  return all.includes(word) ? 1 : 0
}

/**
 * Returns the commands that match every word of the query, best first. If the scores are equal, the command that was
 * used last comes first. An empty query returns all commands.
 * @param recent the ids of recent commands, the latest first
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
