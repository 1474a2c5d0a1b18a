const keyOf = (userId: string) => `asakai_tasks:${userId.toLowerCase()}`

/** What was being written when the page was left; null where nothing was. A browser may refuse its storage altogether. */
export function readUnsaved(userId: string): string | null {
  try {
    return localStorage.getItem(keyOf(userId))
  } catch {
    return null
  }
}

/** @param text null forgets it */
export function keepUnsaved(userId: string, text: string | null) {
  try {
    if (text === null) localStorage.removeItem(keyOf(userId))
    else localStorage.setItem(keyOf(userId), text)
  } catch {
    // Then it lasts until the page is left.
  }
}
