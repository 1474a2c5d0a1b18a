const atLatest = 1_000 // milliseconds

/** Once the browser has nothing else to do; Safari does not say when that is. */
export const whenIdle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: atLatest })
    else setTimeout(resolve)
  })
