import { useEffect, useEffectEvent } from 'react'

/** Returns whether the user asked for less data, in the system or in the browser (Network Information). */
export const prefersReducedData = () =>
  matchMedia('(prefers-reduced-data: reduce)').matches ||
  ('connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true)

/**
 * Prefetches what the user will probably need next. Ignores failures, and skips if the user saves data: it is then
 * loaded on demand.
 */
export function prefetch(load: () => Promise<unknown>) {
  if (!prefersReducedData()) load().catch(() => undefined)
}

/**
 * Prefetches after the user has stayed for a while.
 * @param place the place where the user is, or undefined while it is not shown yet
 */
export function usePrefetch(place: string | undefined, stayMs: number, load: () => Promise<unknown>) {
  const read = useEffectEvent(() => prefetch(load))
  useEffect(() => {
    if (place === undefined) return undefined
    const timer = setTimeout(() => read(), stayMs)
    return () => clearTimeout(timer)
  }, [place, stayMs])
}
