import { useEffect } from 'react'

/**
 * Brings what the address names (`#report-…`, `#insight-…`) into view, and the focus to it, once it is there.
 * @param noun the first word of its id
 */
export function useLinked(noun: string, isThere: boolean) {
  const { hash } = window.location
  useEffect(() => {
    if (!isThere || !hash.startsWith(`#${noun}-`)) return
    const place = document.getElementById(hash.slice(1))
    place?.scrollIntoView({ block: 'center' })
    place?.focus({ preventScroll: true })
  }, [noun, isThere, hash])
}
