import { useQuery } from '@tanstack/react-query'
import type { Report } from '#contract/reports.ts'
import { prefillQuery, latestQuery } from '../../features/reports/queries.ts'
import type { CalendarDate } from '../../dates/dates.ts'
import { usePrefetch } from '../../platform/prefetch.ts'
import { lazyScreen } from '../../ui/lazy-screen.tsx'

const { Screen, load } = lazyScreen(() => import('./day-panel.tsx'))
export const LazyDayPanel = Screen

/** The delay before the code of the panel is prefetched, so that the prefetch does not slow the day itself. */
const timeToRead = 1_000 // milliseconds

/**
 * Prefetches the code and the data of the panel after the day is shown, so that the panel opens with its text.
 * @param own the member's report of the day; without one, the form starts with the latest report
 * @returns the query of the member's latest report
 */
export function usePrefetchPanel(date: CalendarDate, { isReady, own }: { isReady: boolean; own: Report | undefined }) {
  usePrefetch(isReady ? 'day' : undefined, timeToRead, load)
  const enabled = isReady && !own
  useQuery({ ...prefillQuery(date), enabled })
  return useQuery({ ...latestQuery, enabled })
}
