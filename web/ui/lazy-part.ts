import { type ComponentType, lazy } from 'react'

const retryAfterMs = 30_000

/** Resolves when the network is back. Also resolves after a while, because there can be other causes than the network. */
const untilOnline = () =>
  new Promise<void>((resolve) => {
    window.addEventListener('online', () => resolve(), { once: true })
    setTimeout(resolve, retryAfterMs)
  })

/** Loads a file, and retries until it succeeds. */
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
 * Returns a part of a screen with code that is loaded separately, for use in a Suspense. Retries until the code is
 * loaded.
 * @param after returns a promise to await before loading
 */
export const lazyPart = <Props extends object>(
  importPart: () => Promise<{ default: ComponentType<Props> }>,
  after: () => Promise<void> = () => Promise.resolve(),
) =>
  lazy(async () => {
    await after()
    return untilLoaded(importPart)
  })
