import { useEffect, useState } from 'react'

/** A scroll of fewer pixels is no intention. */
const least = 8

/** Whether the page was last scrolled down, and is not at its top. */
export function useScrolledDown(): boolean {
  const [isDown, setIsDown] = useState(false)
  useEffect(() => {
    let before = window.scrollY
    const onScroll = () => {
      const now = window.scrollY
      if (Math.abs(now - before) < least && now > 0) return
      setIsDown(now > before && now > 0)
      before = now
    }
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => window.removeEventListener('scroll', onScroll)
  }, [])
  return isDown
}
