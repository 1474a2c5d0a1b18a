import { useEffect, useState } from 'react'

/** Whether something has been so without a break for so long. */
export function useStood(so: boolean, milliseconds: number) {
  const [stood, setStood] = useState(false)
  useEffect(() => {
    if (!so) return
    const timer = setTimeout(() => setStood(true), milliseconds)
    return () => {
      clearTimeout(timer)
      setStood(false)
    }
  }, [so, milliseconds])
  return so && stood
}

/** True once the component has stood for so long: a wait shorter than that shows nothing at all. */
export function useLater(milliseconds: number) {
  const [due, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds])
  return due
}
