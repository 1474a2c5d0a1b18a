import { limits } from '#contract/limits.ts'
import type { User } from '#contract/users.ts'
import { matcherOf } from '../../lib/matcher.ts'
import { displayName } from '../../lib/person.ts'

/** A member whom the writer chose from the offered list, with the name that was inserted. */
export type Picked = { id: string; name: string }

const offered = 6 // members at most

/** The word behind an "@" at the caret. Letters or digits before the "@" make it an address. */
const typed = /(?<![\p{Script=Latin}\p{N}_])@([^\s@]{0,40})$/u

/**
 * Offers active members whose name begins like the word before the caret, those who take part first.
 * @param first ids
 */
export function namesAt(before: string, members: readonly User[], first: readonly string[]) {
  const start = typed.exec(before)?.[1]
  if (start === undefined) return { start: '', people: [] }
  const matches = matcherOf(start)
  const order = ({ id }: User) => (first.includes(id) ? 0 : 1)
  const people = members
    .filter((member) => member.is_active && matches(displayName(member)))
    .toSorted((one, other) => order(one) - order(other))
    .slice(0, offered)
  return { start, people }
}

/**
 * Returns the ids of the members whom a comment mentions. A picked name means the member who was picked. A name that was
 * typed means everybody who is called so.
 */
export function mentionedIds(body: string, picked: readonly Picked[], members: readonly User[]): string[] {
  const active = members
    .filter(({ is_active }) => is_active)
    .map((member) => ({ id: member.id, name: displayName(member) }))
  const found = namesIn(body, { picked: picked.map(({ name }) => name), typed: active.map(({ name }) => name) })
  const ids = [...Map.groupBy(found, ({ name }) => name)].flatMap(([name, places]) => {
    const called = ({ name: other }: Picked) => keyOf(other) === name
    const chosen = [...new Set(picked.filter(called).map(({ id }) => id))]
    // If a picked name was removed and another member of the same name picked, the later choice counts.
    return chosen.length > 0 ? chosen.slice(-places.length) : active.filter(called).map(({ id }) => id)
  })
  return [...new Set(ids)].slice(0, limits.mentions)
}

/** A mention in a text. `start`: where its "@" is. `name`: in lower case. */
export type NamePlace = { start: number; end: number; name: string }

/**
 * Finds the longest name behind each "@". A name that was picked is certain: only Latin letters or digits behind it make it
 * another word. A typed one must end where a word ends.
 */
export function namesIn(
  text: string,
  { picked, typed }: { picked: readonly string[]; typed: readonly string[] },
): NamePlace[] {
  const certain = new Set(picked.map(keyOf))
  const names = [...new Set([...picked, ...typed].flatMap((name) => [name.normalize('NFC'), name.normalize('NFD')]))]
    .filter((name) => name !== '')
    .toSorted((one, other) => other.length - one.length)
  const places: NamePlace[] = []
  for (const { index: start } of text.matchAll(/(?<![\p{Script=Latin}\p{N}_])@/gu)) {
    if (start < (places.at(-1)?.end ?? 0)) continue // within a name that is an e-mail address
    const name = names.find((each) => {
      const end = start + 1 + each.length
      const isThere = keyOf(text.slice(start + 1, end)) === keyOf(each)
      return isThere && (certain.has(keyOf(each)) ? !continues.test(text.slice(end)) : endsWord(text, end))
    })
    if (name) places.push({ start, end: start + 1 + name.length, name: keyOf(name) })
  }
  return places
}

/** Returns a key that is the same for names that people read as one. */
const keyOf = (name: string) => name.normalize('NFC').toLowerCase()

export const isSameName = (one: string, other: string) => keyOf(one) === keyOf(other)

const continues = /^(?:-?[\p{Script=Latin}\p{N}_]|\p{M})/u

/** Japanese words have no spaces between them: its dictionary knows where 佐藤さん has a boundary. */
const words = new Intl.Segmenter('ja', { granularity: 'word' })

function endsWord(text: string, end: number): boolean {
  if (/^-[\p{L}\p{N}]/u.test(text.slice(end))) return false
  // An apostrophe joins two words for the segmenter; "Ann's" mentions Ann.
  const next = words.segment(text.replaceAll(/['’]/gu, ' ')).containing(end)
  return next === undefined || next.index === end
}
