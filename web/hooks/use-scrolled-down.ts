import { useRef, useState } from 'react'
import { useWindowEvent } from './use-subscription.ts'

/** The shortest scroll that counts, in pixels. A shorter scroll may be unintended. */
const least = 8

/** Returns whether the last scroll was downwards and the page is not at its top. */
export function useScrolledDown(): boolean {
  const [isDown, setIsDown] = useState(false)
  const before = useRef(window.scrollY)
  useWindowEvent('scroll', () => {
    const now = window.scrollY
    if (Math.abs(now - before.current) < least && now > 0) return
    setIsDown(now > before.current && now > 0)
    before.current = now
  })
  return isDown
}
