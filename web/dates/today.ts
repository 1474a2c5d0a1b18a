import { createContext, use, useSyncExternalStore } from 'react'
import { type CalendarDate, later, localDate } from './dates.ts'
import { dateInZone } from './own-zone.ts'

/** The zone that the member has chosen, otherwise the team's. Without a member: undefined, for the browser's zone. */
export const OwnZone = createContext<string | null | undefined>(undefined)

/** Returns today in the member's zone, otherwise in the team's (N4.03). */
export function useToday(): CalendarDate {
  const zone = use(OwnZone)
  return useSyncExternalStore(subscribe, () => dateInZone(zone, new Date()))
}

/** The team's zone. */
export const TeamZone = createContext<string | null | undefined>(undefined)

/** Returns today in the member's zone or in the team's, whichever is later. The team may already report on that day. */
export function useLatestDay(): CalendarDate {
  const today = useToday()
  const zone = use(TeamZone)
  return later(
    today,
    useSyncExternalStore(subscribe, () => dateInZone(zone, new Date())),
  )
}

const earliestZone = 'Pacific/Kiritimati'

/**
 * Returns the latest date on Earth, which is the latest that the server accepts. A link may lead to the report of a
 * member whose zone is ahead of the team's.
 */
export const useLatestOnEarth = (): CalendarDate =>
  useSyncExternalStore(subscribe, () => dateInZone(earliestZone, new Date()))

/** Returns today by the clock of the device. Used only to tell the member that the device has another date (D1.07). */
export const useDeviceToday = (): CalendarDate => useSyncExternalStore(subscribe, () => localDate(new Date()))

/** In every zone midnight is at a whole quarter of an hour, even when the clocks change. */
const quarter = 15 * 60_000 // milliseconds

/** Calls `changed` every quarter of an hour, so also at midnight in every zone, and when the page is shown again. */
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
