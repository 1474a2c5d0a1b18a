import type { Language } from './languages.ts'
import { limits } from './limits.ts'

type Names = { first_name: string; family_name: string }

const familyFirst: ReadonlySet<Language> = new Set(['ja', 'zh-cn', 'zh-tw'])

/** The two names in the order in which the language has them: 佐伯 美咲, John Smith. */
export const nameOrder = (language: Language) =>
  familyFirst.has(language) ? (['family_name', 'first_name'] as const) : (['first_name', 'family_name'] as const)

/** Both names; one that a provider has in one word stands in both, and is said once. */
export function fullName(language: Language, names: Names): string {
  const parts = nameOrder(language).map((part) => names[part].trim())
  return (parts[0] === parts[1] ? parts.slice(1) : parts).join(' ').trim()
}

/**
 * The display name of somebody who has chosen none: where the given name comes first it is written out, since without one
 * the family name does (S3.02).
 */
export function displayNameFor(language: Language, names: Names & { preferred_name: string }): string {
  if (names.preferred_name.trim() || familyFirst.has(language)) return names.preferred_name
  const name = fullName(language, names)
  return name.length > limits.name ? '' : name
}
