import { useEffect, useEffectEvent } from 'react'

/** Whether somebody asked for less to be read: in their system, or in their browser (Network Information). */
export const savesData = () =>
  matchMedia('(prefers-reduced-data: reduce)').matches ||
  ('connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true)

/** Reads what will probably be wanted, so that nobody waits for it. Where it fails, or data is saved, it is read when it is wanted. */
export function readAhead(load: () => Promise<unknown>) {
  if (!savesData()) load().catch(() => undefined)
}

/**
 * Reads ahead once somebody has stayed for a while.
 * @param place where they are, undefined while that is not shown yet
 */
export function useReadAhead(place: string | undefined, stayMs: number, load: () => Promise<unknown>) {
  const read = useEffectEvent(() => readAhead(load))
  useEffect(() => {
    if (place === undefined) return undefined
    const timer = setTimeout(() => read(), stayMs)
    return () => clearTimeout(timer)
  }, [place, stayMs])
}
