import { readStored, removeStored, writeStored } from '../lib/local-storage.ts'

/** Of so many the oldest are forgotten: somebody is without a network for very long. */
const most = 1_000

export type Outbox<Entry> = ReturnType<typeof openOutbox<Entry>>

/**
 * What a member has done and the server does not know yet, in the order in which they did it; kept by this browser.
 * @param name of what is done
 * @param isEntry tells it from what other programs or older versions left there
 */
export function openOutbox<Entry>(name: string, isEntry: (entry: Partial<Entry> | null) => boolean) {
  const keyOf = (userId: string) => `asakai_${name}:${userId.toLowerCase()}`
  const parse = (stored: string): Entry[] => {
    const entries: unknown = JSON.parse(stored)
    return Array.isArray(entries) ? entries.filter(isEntry) : []
  }
  const read = (userId: string): Entry[] => readStored(keyOf(userId), parse) ?? []
  return {
    read,
    /** All of it as one text that can be compared. */
    text: (userId: string) => readStored(keyOf(userId), (stored) => stored),
    /** @returns false where this browser keeps nothing */
    add: (userId: string, entry: Entry): boolean =>
      writeStored(keyOf(userId), JSON.stringify([...read(userId), entry].slice(-most))),
    /** It has been sent. */
    removeFirst: (userId: string) => {
      const [, ...rest] = read(userId)
      if (rest.length === 0) removeStored(keyOf(userId))
      else writeStored(keyOf(userId), JSON.stringify(rest))
    },
  }
}
