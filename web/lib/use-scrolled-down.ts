import { useRef, useState } from 'react'
import { useWindowEvent } from './use-subscription.ts'

/** A scroll of fewer pixels is no intention. */
const least = 8

/** Whether the page was last scrolled down, and is not at its top. */
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
