import { useCallback, useSyncExternalStore } from 'react'
import { limits } from '#contract/limits.ts'

/** Whether a media query holds, and holds still. */
export function useMedia(query: string) {
  const subscribe = useCallback(
    (changed: () => void) => {
      const media = matchMedia(query)
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}

/** On small screens a field with the focus from the start would bring up the keyboard over what is to be read first. */
export const hasRoom = () => matchMedia(`(min-width: ${limits.mobileBelow}px)`).matches
