import type { User } from '#contract/users.ts'

type Named = Pick<User, 'preferred_name' | 'family_name' | 'first_name' | 'email'>

/** Returns the preferred name, else 'family first', else the email address, else 'No Name' (S3.02, S3.03). */
export const displayName = ({ preferred_name, family_name, first_name, email }: Named) =>
  preferred_name.trim() || [family_name, first_name].join(' ').trim() || email || 'No Name'

/** Returns the texts that a search for a member matches: the names in both orders, and the email before its "@". */
export const wordsToFind = (member: Named) => [
  displayName(member),
  `${member.family_name} ${member.first_name}`,
  `${member.first_name} ${member.family_name}`,
  member.email.split('@')[0] ?? '',
]

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
/**
 * Matches a first letter that has no combining characters. Most names begin so, and this is faster than the segmenter:
 * a day shows a hundred names.
 */
const alone = /^[\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}](?=\p{L}|\s|$)/u
const firstOf = (word: string) => {
  const trimmed = word.trim()
  return alone.exec(trimmed)?.[0] ?? characters.segment(trimmed)[Symbol.iterator]().next().value?.segment ?? ''
}
const latin = /^\p{Script=Latin}/u

/** Returns the first character of the family name, or the initials of both names if they are in Latin letters. */
export function initials({ first_name, family_name }: Pick<User, 'first_name' | 'family_name'>) {
  const letter = firstOf(family_name) || firstOf(first_name)
  return latin.test(letter) && family_name.trim() ? (firstOf(first_name) + letter).toUpperCase() : letter
}

/** Returns initials from a displayed name, for a person whose first and family name are not known. */
export function initialsOfName(name: string) {
  const words = name.trim().split(/\s+/u)
  const letter = firstOf(words[0] ?? '')
  return latin.test(letter) ? (letter + firstOf(words[1] ?? '')).toUpperCase() : letter
}

/** Returns GitHub's picture, else Google's, else undefined (S3.04). The content security policy allows https only. */
export const pictureOf = (user: Pick<User, 'github_avatar_url' | 'google_avatar_url'>) =>
  [user.github_avatar_url, user.google_avatar_url].find((address) => address?.startsWith('https:')) ?? undefined

/**
 * Returns a hue from 0 to 359 for an id, so that a person has the same colour everywhere. FNV-1a puts similar ids far
 * apart.
 */
export function hueOf(id: string) {
  let hash = 0x811c9dc5
  for (const letter of id.toLowerCase()) hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return (hash >>> 8) % 360
}

/** Returns `id`, else `user_id`, else `uuid` (S3.23), else the email address. */
export const memberId = (given: Readonly<Record<string, unknown>>) =>
  ['id', 'user_id', 'uuid', 'email'].map((name) => wordOf(given[name])).find((word) => word !== '') ?? ''

/** Returns the text of a value of unknown type, or '' if it has none. */
export const wordOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
