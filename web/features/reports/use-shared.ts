import { useEffect, useEffectEvent } from 'react'

/**
 * Returns the lines that another application has shared (N13.02): title, text and URL, without repetitions. Many
 * applications repeat the URL within the text.
 * @param hash the hash of the URL to which the service worker redirected, `#title=…&text=…&url=…`
 */
export function sharedLines(hash: string): string {
  const shared = new URLSearchParams(hash.slice(1))
  const parts = ['title', 'text', 'url'].map((name) => shared.get(name)?.trim() ?? '')
  return parts
    .filter((part, index) => part !== '' && !parts.some((other, at) => at !== index && says(other, part, at < index)))
    .join('\n')
}

/** Returns whether `other` contains `part`. If both are equal, true only if `other` comes first. */
const says = (other: string, part: string, isEarlier: boolean) => other.includes(part) && (other !== part || isEarlier)

/** Passes the shared lines on once the form is ready, and removes them from the URL. */
export function useShared(isReady: boolean, add: (lines: string) => void) {
  const take = useEffectEvent(() => {
    const lines = sharedLines(window.location.hash)
    if (lines === '') return
    window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search)
    add(lines)
  })
  useEffect(() => {
    if (isReady) take()
  }, [isReady])
}
