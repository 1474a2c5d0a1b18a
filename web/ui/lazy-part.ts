import { type ComponentType, lazy } from 'react'

const retryAfterMs = 30_000

/** Waits for a network, at most for the time after which a retry is worth it anyway. */
const untilOnline = () =>
  new Promise<void>((resolve) => {
    window.addEventListener('online', () => resolve(), { once: true })
    setTimeout(resolve, retryAfterMs)
  })

async function untilLoaded<File>(importPart: () => Promise<File>): Promise<File> {
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
 * Returns a part of a screen that comes when its file is loaded, for which nobody waits: put it in a Suspense. Tries again
 * until the file is there.
 * @param after is waited for first
 */
export const lazyPart = <Props extends object>(
  importPart: () => Promise<{ default: ComponentType<Props> }>,
  after: () => Promise<void> = () => Promise.resolve(),
) =>
  lazy(async () => {
    await after()
    return untilLoaded(importPart)
  })
