import { useQuery } from '@tanstack/react-query'
import type { Report } from '#contract/reports.ts'
import { prefillQuery, latestQuery } from '../../features/reports/queries.ts'
import type { CalendarDate } from '../../dates/dates.ts'
import { usePrefetch } from '../../platform/prefetch.ts'
import { lazyScreen } from '../../ui/lazy-screen.tsx'

const { Screen, load } = lazyScreen(() => import('./day-panel.tsx'))
export const LazyDayPanel = Screen

/** Leaves the network to the day until the user has started to read it. */
const timeToRead = 1_000 // milliseconds

/**
 * Prefetches what the panel needs after the day is shown, so that the panel opens with its words.
 * @param own my report of the day
 * @returns the query of my latest report
 */
export function usePrefetchPanel(date: CalendarDate, { isReady, own }: { isReady: boolean; own: Report | undefined }) {
  usePrefetch(isReady ? 'day' : undefined, timeToRead, load)
  const enabled = isReady && !own
  useQuery({ ...prefillQuery(date), enabled })
  return useQuery({ ...latestQuery, enabled })
}
