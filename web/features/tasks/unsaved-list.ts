import { readStored, removeStored, writeStored } from '../../lib/local-storage.ts'

const keyOf = (userId: string) => `asakai_tasks:${userId.toLowerCase()}`

/** What was being written when the page was left. */
export const readUnsaved = (userId: string) => readStored(keyOf(userId), (text) => text)

/** @param text null forgets it */
export function writeUnsaved(userId: string, text: string | null) {
  if (text === null) removeStored(keyOf(userId))
  // Where the browser keeps nothing, it lasts until the page is left.
  else writeStored(keyOf(userId), text)
}
