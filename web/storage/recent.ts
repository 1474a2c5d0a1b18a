import { readStored, writeStored } from './local-storage.ts'

const most = 5

function parse(stored: string): string[] {
  const entries: unknown = JSON.parse(stored)
  return Array.isArray(entries) ? entries.filter((entry) => typeof entry === 'string').slice(0, most) : []
}

/**
 * Stores the names of things that a member used last in this browser, the latest first.
 * @param name the prefix of the storage key
 */
export function recentlyUsed(name: string) {
  const keyOf = (userId: string) => `${name}:${userId.toLowerCase()}`
  const read = (userId: string) => readStored(keyOf(userId), parse) ?? []
  const remember = (userId: string, entry: string) => {
    const next = [entry, ...read(userId).filter((other) => other !== entry)].slice(0, most)
    writeStored(keyOf(userId), JSON.stringify(next))
  }
  return { read, remember }
}
