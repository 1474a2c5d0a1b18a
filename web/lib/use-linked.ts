import { useEffect } from 'react'

/** Returns the element that the address names behind its `#`. */
export const linkedElement = () => document.getElementById(window.location.hash.slice(1))

/**
 * Brings what the address names (`#report-…`, `#connections-card`) into view, and the focus to it, once it is there; with the words marked
 * that it was found by.
 * @param noun the first word of its id
 */
export function useLinked(noun: string, isThere: boolean) {
  const { hash } = window.location
  useEffect(() => {
    if (!isThere || !hash.startsWith(`#${noun}-`)) return
    const place = linkedElement()
    place?.scrollIntoView({ block: 'center' })
    place?.focus({ preventScroll: true })
    // Where the marks cannot be loaded, it is read without them.
    if (place) import('./mark-words.ts').then(({ markWords }) => markWords(place), console.info)
  }, [noun, isThere, hash])
}
