import { useEffect, useEffectEvent } from 'react'

/**
 * Returns the lines that another application has shared (N13.02): title, text and address, without repetitions.
 * Many applications repeat the address within the text.
 * @param hash the hash that the service worker redirected to, `#title=…&text=…&url=…`
 */
export function sharedLines(hash: string): string {
  const shared = new URLSearchParams(hash.slice(1))
  const parts = ['title', 'text', 'url'].map((name) => shared.get(name)?.trim() ?? '')
  return parts
    .filter((part, index) => part !== '' && !parts.some((other, at) => at !== index && says(other, part, at < index)))
    .join('\n')
}

/** Whether `other` contains `part`. Of two equal parts, only the earlier counts as containing the other. */
const says = (other: string, part: string, isEarlier: boolean) => other.includes(part) && (other !== part || isEarlier)

/** Passes the shared lines on once the form is ready, and removes them from the address. */
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
