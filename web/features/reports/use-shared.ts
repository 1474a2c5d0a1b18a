import { useEffect, useEffectEvent } from 'react'

/**
 * The lines that another application has shared (N13.02): title, text and address, none twice, as many share an address within
 * the text.
 * @param hash of the address to which the service worker has led, `#title=…&text=…&url=…`
 */
export function sharedLines(hash: string): string {
  const shared = new URLSearchParams(hash.slice(1))
  const parts = ['title', 'text', 'url'].map((name) => shared.get(name)?.trim() ?? '')
  return parts
    .filter((part, index) => part !== '' && !parts.some((other, at) => at !== index && says(other, part, at < index)))
    .join('\n')
}

/** Of two that are the same the earlier stays. */
const says = (other: string, part: string, isEarlier: boolean) => other.includes(part) && (other !== part || isEarlier)

/** Hands on what was shared, once, as soon as the form is ready for it; the address has it no longer. */
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
