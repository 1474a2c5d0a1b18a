import { type ComponentType, lazy } from 'react'

const retryAfterMs = 30_000

/** Resolves when the network is back, or after the time when a retry makes sense anyway. */
const untilOnline = () =>
  new Promise<void>((resolve) => {
    window.addEventListener('online', () => resolve(), { once: true })
    setTimeout(resolve, retryAfterMs)
  })

/** Loads a file, and retries until it is loaded. */
export async function untilLoaded<File>(importPart: () => Promise<File>): Promise<File> {
  for (;;) {
    try {
      return await importPart()
    } catch (error) {
      console.info('A file could not be loaded yet', error)
      await untilOnline()
    }
  }
}

/**
 * Returns a lazily loaded part of a screen, for use in a Suspense. Retries until the file is loaded.
 * @param after a promise to wait for first
 */
export const lazyPart = <Props extends object>(
  importPart: () => Promise<{ default: ComponentType<Props> }>,
  after: () => Promise<void> = () => Promise.resolve(),
) =>
  lazy(async () => {
    await after()
    return untilLoaded(importPart)
  })
