import { normalized } from './normalized.ts'
import { limits } from './limits.ts'
import { linesOf } from './report-fields.ts'

/** A member and the name that a text calls them by. */
export type Named = { id: string; name: string }

/** A mention in a text. `start`: where its "@" is. `name`: in lower case. */
export type NamePlace = { start: number; end: number; name: string }

const placesAtMost = 500 // in one text: a reader of more would be busy for too long (E6.01)
const windowLength = 100 // characters behind a name that decide whether a word ends there

/**
 * Returns the ids of the members whom a text mentions. A picked name means the member who was picked. A name that was
 * typed means everybody who is called so.
 * @param active the members who can be mentioned
 */
export function mentionedIds(text: string, picked: readonly Named[], active: readonly Named[]): string[] {
  const found = namesIn(text, { picked: picked.map(({ name }) => name), typed: active.map(({ name }) => name) })
  const ids = [...Map.groupBy(found, ({ name }) => name)].flatMap(([name, places]) => {
    const called = ({ name: other }: Named) => keyOf(other) === name
    const chosen = [...new Set(picked.filter(called).map(({ id }) => id))]
    // If a picked name was removed and another member of the same name picked, the later choice counts.
    return chosen.length > 0 ? chosen.slice(-places.length) : active.filter(called).map(({ id }) => id)
  })
  return [...new Set(ids)].slice(0, limits.mentions)
}

/**
 * Finds the longest name behind each "@". A name that was picked is certain: only Latin letters or digits behind it make it
 * another word. A typed one must end where a word ends.
 */
export function namesIn(
  text: string,
  { picked, typed }: { picked: readonly string[]; typed: readonly string[] },
): NamePlace[] {
  const certain = new Set(picked.map(keyOf))
  const keysByLength = new Map<number, Set<string>>()
  for (const name of [...picked, ...typed].flatMap((each) => [normalized(each, 'NFC'), normalized(each, 'NFD')]))
    if (name !== '') keysByLength.set(name.length, (keysByLength.get(name.length) ?? new Set()).add(keyOf(name)))
  if (keysByLength.size === 0) return []
  const lengths = [...keysByLength.keys()].toSorted((one, other) => other - one)
  const places: NamePlace[] = []
  let looked = 0
  for (const { index: start } of text.matchAll(/(?<![\p{Script=Latin}\p{N}_])@/gu)) {
    if (start < (places.at(-1)?.end ?? 0)) continue // within a name that is an e-mail address
    if ((looked += 1) > placesAtMost) break
    for (const length of lengths) {
      const end = start + 1 + length
      const name = keyOf(text.slice(start + 1, end))
      if (!keysByLength.get(length)!.has(name)) continue
      if (certain.has(name) ? continues.test(text.slice(end, end + windowLength)) : !endsWord(text, start, end))
        continue
      places.push({ start, end, name })
      break
    }
  }
  return places
}

/** Whether the text still has each line with an "@" of the text before: a mention without its name there may be of a renamed member. */
export function hasEachNamingLine(text: string, before: string): boolean {
  const lines = new Set(linesOf(text))
  return linesOf(before).every((line) => !line.includes('@') || lines.has(line))
}

/** Returns a key that is the same for names that people read as one. */
const keyOf = (name: string) => normalized(name, 'NFC').toLowerCase()

export const isSameName = (one: string, other: string) => keyOf(one) === keyOf(other)

const continues = /^(?:-?[\p{Script=Latin}\p{N}_]|\p{M})/u

/** Japanese words have no spaces between them: its dictionary knows where 佐藤さん has a boundary. */
const words = new Intl.Segmenter('ja', { granularity: 'word' })

function endsWord(text: string, start: number, end: number): boolean {
  if (/^-[\p{L}\p{N}]/u.test(text.slice(end, end + 3))) return false
  // An apostrophe joins two words for the segmenter; "Ann's" mentions Ann.
  const around = text.slice(start, end + windowLength).replaceAll(/['’]/gu, ' ')
  const next = words.segment(around).containing(end - start)
  return next === undefined || next.index === end - start
}
