/** What the process has opened and still has to close. */
export const opened: (() => Promise<unknown>)[] = []

/** The last opened first; what cannot be closed is told, and the rest is closed all the same. */
export async function closeOpened() {
  for (let close = opened.pop(); close; close = opened.pop())
    await close().catch((error: unknown) => console.error(error))
}
