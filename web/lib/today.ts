import { useEffect, useState } from 'react'
import { localDate, untilMidnight } from './dates.ts'

/** Today in the browser's time zone; moves on at midnight, and when a sleeping machine wakes on another day. */
export function useToday() {
  const [today, setToday] = useState(() => localDate(new Date()))
  useEffect(() => {
    const look = () => setToday(localDate(new Date()))
    const timer = setTimeout(look, untilMidnight(new Date()) + 50)
    document.addEventListener('visibilitychange', look)
    window.addEventListener('focus', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('focus', look)
    }
  }, [today])
  return today
}
