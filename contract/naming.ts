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
  if (found.length === 0) return []
  const [pickedByKey, activeByKey] = [picked, active].map((all) => Map.groupBy(all, ({ name }) => keyOf(name)))
  const ids = [...Map.groupBy(found, ({ name }) => name)].flatMap(([name, places]) => {
    const chosen = [...new Set(pickedByKey!.get(name)?.map(({ id }) => id))]
    // If a picked name was removed and another member of the same name picked, the later choice counts.
    return chosen.length > 0 ? chosen.slice(-places.length) : (activeByKey!.get(name) ?? []).map(({ id }) => id)
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
  const keys = [...new Set([...certain, ...typed.map(keyOf)])].filter((key) => key !== '').toSorted(compare)
  if (keys.length === 0) return []
  const places: NamePlace[] = []
  let looked = 0
  for (const { index: start } of text.matchAll(/(?<![\p{Script=Latin}\p{N}_])@/gu)) {
    if (start < (places.at(-1)?.end ?? 0)) continue // within a name that is an e-mail address
    if ((looked += 1) > placesAtMost) break
    // Twice: in NFD, a character may be two.
    const behind = text.slice(start + 1, start + 1 + 2 * limits.name)
    for (const name of keysBefore(keyOf(behind), keys)) {
      const length = lengthOf(name, behind)
      if (length === undefined) continue
      const end = start + 1 + length
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

/** Compares code units, so that a key comes before the keys that begin with it. */
const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other))

const triesAtMost = 5 // names that begin a text at one "@", such as Ann, Ann Lee and Ann Lee-Smith

/** Returns the keys that the text begins with, the longest first. @param sorted all keys, by `compare` */
function keysBefore(text: string, sorted: readonly string[]): string[] {
  const found: string[] = []
  for (let rest = text; rest !== '' && found.length < triesAtMost;) {
    const near = sorted[lastUpTo(rest, sorted)]
    if (near === undefined) break
    if (rest.startsWith(near)) {
      found.push(near)
      rest = rest.slice(0, near.length - 1)
    } else rest = rest.slice(0, commonLength(rest, near))
  }
  return found
}

/** Returns the place of the last key that is not behind the text; -1 if there is none. */
function lastUpTo(text: string, sorted: readonly string[]): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! <= text) low = middle + 1
    else high = middle
  }
  return low - 1
}

function commonLength(one: string, other: string): number {
  let length = 0
  while (length < other.length && one[length] === other[length]) length += 1
  return length
}

/** Returns how much of the text the name takes, which may be written in NFC or NFD. */
const lengthOf = (key: string, text: string): number | undefined =>
  [normalized(key, 'NFC').length, normalized(key, 'NFD').length].find((length) => keyOf(text.slice(0, length)) === key)

export const isSameName = (one: string, other: string) => keyOf(one) === keyOf(other)

const continues = /^(?:-?[\p{Script=Latin}\p{N}_]|\p{M})/u

/** Japanese words have no spaces between them: its dictionary knows where 佐藤さん has a boundary. */
const words = new Intl.Segmenter('ja', { granularity: 'word' })

function endsWord(text: string, start: number, end: number): boolean {
  if (/^-[\p{L}\p{N}]/u.test(text.slice(end, end + 3))) return false
  // The dictionary would say the same of these, much slower.
  if (/^(?:[\p{Script=Latin}\p{N}_]{2}|.\p{M})/u.test(text.slice(end - 1, end + 2))) return false
  // An apostrophe joins two words for the segmenter; "Ann's" mentions Ann.
  const around = text.slice(start, end + windowLength).replaceAll(/['’]/gu, ' ')
  const next = words.segment(around).containing(end - start)
  return next === undefined || next.index === end - start
}
