import { useEffect, useEffectEvent } from 'react'

/** Returns whether the user wants to save data, according to the system or the browser (Network Information). */
export const prefersReducedData = () =>
  matchMedia('(prefers-reduced-data: reduce)').matches ||
  ('connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true)

/**
 * Prefetches data that the user will probably need next. Ignores failures, because the data is loaded again when it is
 * needed. Skipped if the user wants to save data.
 */
export function prefetch(load: () => Promise<unknown>) {
  if (!prefersReducedData()) load().catch(() => undefined)
}

/**
 * Prefetches after the user has stayed on a page for a while.
 * @param place identifies the page; undefined until it is shown
 */
export function usePrefetch(place: string | undefined, stayMs: number, load: () => Promise<unknown>) {
  const read = useEffectEvent(() => prefetch(load))
  useEffect(() => {
    if (place === undefined) return undefined
    const timer = setTimeout(() => read(), stayMs)
    return () => clearTimeout(timer)
  }, [place, stayMs])
}
