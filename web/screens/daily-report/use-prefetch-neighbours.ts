import { useQueryClient } from '@tanstack/react-query'
import { blockersOfDayQuery } from '../../features/blockers/queries.ts'
import { daysOffQuery } from '../../entities/days-off.ts'
import { namesBlocker } from '#contract/no-blocker.ts'
import { dayQuery } from '../../features/reports/queries.ts'
import { addDays, type CalendarDate, monthOf } from '../../dates/dates.ts'
import { usePrefetch } from '../../platform/prefetch.ts'

/** The time on a day before its neighbours are prefetched. A member who moves on faster causes no prefetch. */
const timeToLook = 200 // milliseconds

/** Prefetches the day before and the day after a loaded day. */
export function usePrefetchNeighbours(
  date: CalendarDate,
  { latest, isReady }: { latest: CalendarDate; isReady: boolean },
) {
  const queries = useQueryClient()
  const read = async (day: CalendarDate) => {
    const daysOff = queries.prefetchQuery(daysOffQuery(monthOf(day)))
    const reports = await queries.fetchQuery(dayQuery(day))
    if (reports.some(namesBlocker)) await queries.prefetchQuery(blockersOfDayQuery(day))
    await daysOff
  }
  const neighbours = [addDays(date, -1), ...(date < latest ? [addDays(date, 1)] : [])]
  usePrefetch(isReady ? neighbours.join() : undefined, timeToLook, () => Promise.all(neighbours.map(read)))
}
