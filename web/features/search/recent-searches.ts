import { readStored, writeStored } from '../../lib/local-storage.ts'

const most = 5

const keyOf = (userId: string) => `asakai_recent_searches:${userId.toLowerCase()}`

function parseWords(stored: string): string[] {
  const words: unknown = JSON.parse(stored)
  return Array.isArray(words) ? words.filter((word) => typeof word === 'string').slice(0, most) : []
}

/** What this member looked for last in this browser, the latest first. */
export const recentSearches = (userId: string) => readStored(keyOf(userId), parseWords) ?? []

export function rememberSearch(userId: string, words: string) {
  const next = [words, ...recentSearches(userId).filter((other) => other !== words)].slice(0, most)
  writeStored(keyOf(userId), JSON.stringify(next))
}
