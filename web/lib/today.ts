import { createContext, use, useSyncExternalStore } from 'react'
import { type CalendarDate, localDate } from './dates.ts'
import { dateIn } from './own-zone.ts'

/** The zone that the member has chosen, otherwise the team's. Without a member, today is the browser's. */
export const OwnZone = createContext<string | null | undefined>(undefined)

/** Today in the member's zone, otherwise in the team's (N4.03). */
export function useToday(): CalendarDate {
  const zone = use(OwnZone)
  return useSyncExternalStore(subscribe, () => dateIn(zone, new Date()))
}

/** Today on the browser's own clock. Only for naming it where it is another day (D1.07). */
export const useDeviceToday = (): CalendarDate => useSyncExternalStore(subscribe, () => localDate(new Date()))

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
