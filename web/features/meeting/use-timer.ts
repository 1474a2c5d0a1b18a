import { useEffect, useState } from 'react'
import { readStored, writeStored } from '../../storage/local-storage.ts'

const key = 'asakai_meeting_timer'

/**
 * Counts seconds for each person, if the timer is on. The browser stores whether it is on (design: meeting view).
 * @param person the id of the author of the page; a change restarts the count
 * @returns the seconds, or undefined while the timer is off
 */
export function useTimer(person: string): [seconds: number | undefined, toggle: () => void] {
  const [isOn, setIsOn] = useState(() => readStored(key, (stored) => stored) === 'on')
  const [counted, setCounted] = useState({ person, seconds: 0 })
  useEffect(() => {
    if (!isOn) return
    const began = Date.now()
    const timer = setInterval(() => setCounted({ person, seconds: Math.floor((Date.now() - began) / 1_000) }), 1_000)
    return () => clearInterval(timer)
  }, [isOn, person])
  const toggle = () => {
    writeStored(key, isOn ? 'off' : 'on')
    setIsOn(!isOn)
  }
  return [isOn ? (counted.person === person ? counted.seconds : 0) : undefined, toggle]
}
