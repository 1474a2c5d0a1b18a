import { createContext, use, useSyncExternalStore } from 'react'
import { type CalendarDate, localDate } from './dates.ts'

/** The zone that the member has chosen for themselves; their today is the browser's where they have not. */
export const OwnZone = createContext<string | null | undefined>(undefined)

/** Today where the member is (N4.03). */
export function useToday(): CalendarDate {
  const zone = use(OwnZone)
  return useSyncExternalStore(subscribe, () => dateIn(zone, new Date()))
}

/** Today on the browser's own clock, by which instants are shown. */
export const useLocalToday = (): CalendarDate => useSyncExternalStore(subscribe, () => localDate(new Date()))

/** Every zone's midnight is at a whole quarter of an hour, also where clocks change. */
const quarter = 15 * 60_000 // milliseconds

/** Looks at midnight, and when a sleeping machine wakes on another day. */
function subscribe(changed: () => void) {
  let timer: ReturnType<typeof setTimeout>
  const wait = () => {
    timer = setTimeout(
      () => {
        changed()
        wait()
      },
      quarter - (Date.now() % quarter) + 50,
    )
  }
  wait()
  document.addEventListener('visibilitychange', changed)
  window.addEventListener('focus', changed)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', changed)
    window.removeEventListener('focus', changed)
  }
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** The calendar date on which this instant falls in the zone; in the browser's where there is none, or one that it does not know. */
function dateIn(zone: string | null | undefined, time: Date): CalendarDate {
  if (!zone) return localDate(time)
  try {
    const format = formats.get(zone) ?? new Intl.DateTimeFormat('sv', { timeZone: zone })
    formats.set(zone, format)
    return format.format(time)
  } catch (error) {
    if (error instanceof RangeError) return localDate(time)
    throw error
  }
}
