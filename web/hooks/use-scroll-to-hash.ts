import { useEffect } from 'react'

export const linkedElement = () => document.getElementById(window.location.hash.slice(1))

/**
 * Scrolls to the element in the hash of the URL (`#report-…`, `#connections-card`) as soon as it is rendered. Focuses
 * the element and highlights the search words in it.
 * @param noun the first word of the element's id
 */
export function useScrollToHash(noun: string, isThere: boolean) {
  const { hash } = window.location
  useEffect(() => {
    if (!isThere || !hash.startsWith(`#${noun}-`)) return
    const place = linkedElement()
    place?.scrollIntoView({ block: 'center' })
    place?.focus({ preventScroll: true })
    // If the highlighting cannot be loaded, the text is shown without it.
    if (place) import('../platform/mark-words.ts').then(({ markWords }) => markWords(place), console.info)
  }, [noun, isThere, hash])
}
