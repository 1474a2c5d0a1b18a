import { normalized } from './normalized.ts'
import { limits } from './limits.ts'
import { linesOf } from './report-fields.ts'

/** A member, and the name by which texts mention them. */
export type Named = { id: string; name: string }

/** A mention in a text. `start`: the index of its "@". `name`: in lower case. */
export type MentionRange = { start: number; end: number; name: string }

const maxMentions = 500 // "@"s of one text that may begin a mention; more would block the event loop (E6.01)
const windowLength = 100 // characters after a name that decide whether a word ends there

/**
 * Returns the ids of the members that a text mentions. A picked name refers to the picked member. A typed name refers
 * to every member with that name.
 * @param active the members who can be mentioned
 */
export function mentionedIds(text: string, picked: readonly Named[], active: readonly Named[]): string[] {
  const found = namesIn(text, { picked: picked.map(({ name }) => name), typed: active.map(({ name }) => name) })
  if (found.length === 0) return []
  const [pickedByKey, activeByKey] = [picked, active].map((all) => Map.groupBy(all, ({ name }) => keyOf(name)))
  const ids = [...Map.groupBy(found, ({ name }) => name)].flatMap(([name, positions]) => {
    const chosen = [...new Set(pickedByKey!.get(name)?.map(({ id }) => id))]
    // If a picked name was removed and a namesake was picked later, the later choice counts.
    return chosen.length > 0 ? chosen.slice(-positions.length) : (activeByKey!.get(name) ?? []).map(({ id }) => id)
  })
  return [...new Set(ids)].slice(0, limits.mentions)
}

/**
 * Finds the longest name after each "@". A picked name counts unless a Latin letter, a digit or a combining mark
 * continues it. A typed name must end at a word boundary.
 */
export function namesIn(
  text: string,
  { picked, typed }: { picked: readonly string[]; typed: readonly string[] },
): MentionRange[] {
  const certain = new Set(picked.map(keyOf))
  const keys = [...new Set([...certain, ...typed.map(keyOf)])].filter((key) => key !== '').toSorted(compare)
  if (keys.length === 0) return []
  const positions: MentionRange[] = []
  let looked = 0
  for (const { index: start } of text.matchAll(/(?<![\p{Script=Latin}\p{N}_])@/gu)) {
    if (start < (positions.at(-1)?.end ?? 0)) continue // this "@" is part of a name that was already found: an email address
    if ((looked += 1) > maxMentions) break
    // Twice the length, because a text in NFD is longer.
    const behind = text.slice(start + 1, start + 1 + 2 * limits.name)
    for (const name of keysBefore(keyOf(behind), keys)) {
      const length = lengthOf(name, behind)
      if (length === undefined) continue
      const end = start + 1 + length
      if (certain.has(name) ? continues.test(text.slice(end, end + windowLength)) : !endsWord(text, start, end))
        continue
      positions.push({ start, end, name })
      break
    }
  }
  return positions
}

/**
 * Returns whether the text still has every line with an "@" of the former text. If so, a mention without a matching
 * name may be of a renamed member.
 */
export function hasEachNamingLine(text: string, before: string): boolean {
  const lines = new Set(linesOf(text))
  return linesOf(before).every((line) => !line.includes('@') || lines.has(line))
}

/** Returns the same key for names that differ only in letter case or Unicode form. */
const keyOf = (name: string) => normalized(name, 'NFC').toLowerCase()

/** Compares by UTF-16 code units, so that a key precedes longer keys that begin with it. */
const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other))

const maxNamesAtOnePosition = 5 // names at one "@" that are prefixes of each other, such as Ann, Ann Lee and Ann Lee-Smith

/** Returns the keys that the text begins with, longest first. @param sorted all keys, sorted by `compare` */
function keysBefore(text: string, sorted: readonly string[]): string[] {
  const found: string[] = []
  for (let rest = text; rest !== '' && found.length < maxNamesAtOnePosition;) {
    const near = sorted[lastUpTo(rest, sorted)]
    if (near === undefined) break
    if (rest.startsWith(near)) {
      found.push(near)
      rest = rest.slice(0, near.length - 1)
    } else rest = rest.slice(0, commonLength(rest, near))
  }
  return found
}

/** Returns the index of the last key that does not sort after the text, or -1. */
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

/** Returns the length of the name in the text, which may be in NFC or NFD. */
const lengthOf = (key: string, text: string): number | undefined =>
  [normalized(key, 'NFC').length, normalized(key, 'NFD').length].find((length) => keyOf(text.slice(0, length)) === key)

export const isSameName = (one: string, other: string) => keyOf(one) === keyOf(other)

const continues = /^(?:-?[\p{Script=Latin}\p{N}_]|\p{M})/u

/** Finds word boundaries in Japanese, which has no spaces: in 佐藤さん it finds one after 佐藤. */
const words = new Intl.Segmenter('ja', { granularity: 'word' })

function endsWord(text: string, start: number, end: number): boolean {
  if (/^-[\p{L}\p{N}]/u.test(text.slice(end, end + 3))) return false
  // Decides simple cases without the segmenter, which would return the same but is much slower.
  if (/^(?:[\p{Script=Latin}\p{N}_]{2}|.\p{M})/u.test(text.slice(end - 1, end + 2))) return false
  // The segmenter joins words at an apostrophe, but "Ann's" mentions Ann.
  const around = text.slice(start, end + windowLength).replaceAll(/['’]/gu, ' ')
  const next = words.segment(around).containing(end - start)
  return next === undefined || next.index === end - start
}
