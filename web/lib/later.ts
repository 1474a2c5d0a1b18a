import { useEffect, useState } from 'react'

/** True once the component has stood for so long: a wait shorter than that shows nothing at all. */
export function useLater(milliseconds: number) {
  const [due, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds])
  return due
}
