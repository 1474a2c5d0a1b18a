const atLatest = 1_000 // milliseconds

/** Resolves when the browser is idle. Safari has no `requestIdleCallback`. */
export const whenIdle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: atLatest })
    else setTimeout(resolve)
  })
