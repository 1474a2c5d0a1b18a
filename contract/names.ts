import type { Language } from './languages.ts'
import { limits } from './limits.ts'

type Names = { first_name: string; family_name: string }

const familyFirst: ReadonlySet<Language> = new Set(['ja', 'zh-cn', 'zh-tw'])

/** Returns the name fields in the order of the language: 佐伯 美咲, John Smith. */
export const nameOrder = (language: Language) =>
  familyFirst.has(language) ? (['family_name', 'first_name'] as const) : (['first_name', 'family_name'] as const)

const eastAsian = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u30FC\s]+$/u

/**
 * Returns both names. A name in East Asian characters has the family name first in every language (Unicode's Person Name
 * Formatting). A one-word name from a provider is in both fields and shown once.
 */
export function fullName(language: Language, names: Names): string {
  const order = eastAsian.test(names.family_name + names.first_name) ? nameOrder('ja') : nameOrder(language)
  const parts = order.map((part) => names[part].trim())
  return (parts[0] === parts[1] ? parts.slice(1) : parts).join(' ').trim()
}

/**
 * Returns the display name to store: the chosen name, if there is one. Otherwise the full name, because the
 * default would show the family name (S3.02). '' in languages with the family name first, or if the name is too long.
 */
export function displayNameFor(language: Language, names: Names & { preferred_name: string }): string {
  if (names.preferred_name.trim() || familyFirst.has(language)) return names.preferred_name
  const name = fullName(language, names)
  return name.length > limits.name ? '' : name
}
