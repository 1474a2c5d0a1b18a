/** Functions that close what this process has opened. */
export const opened: (() => Promise<unknown>)[] = []

/** Closes in reverse order. Logs a failure and continues with the others. */
export async function closeResources() {
  for (let close = opened.pop(); close; close = opened.pop())
    await close().catch((error: unknown) => console.error(error))
}
