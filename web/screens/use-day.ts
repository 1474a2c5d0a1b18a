import { useQuery } from '@tanstack/react-query'
import type { Me } from '#contract/users.ts'
import { membersQuery } from '../features/members/queries.ts'
import { reportBy, rollOf } from '../features/reports/day.ts'
import { dayQuery } from '../features/reports/queries.ts'
import { useClosed } from '../features/reports/use-closed.ts'
import { useQueuedReport } from '../features/reports/use-queued-reports.ts'
import { useNotDue, useRollWords } from '../features/reports/use-roll-words.ts'
import type { CalendarDate } from '../lib/dates.ts'
import { useLoad, useLoads } from '../ui/load.ts'
import { useDaysOff } from './use-days-off.ts'

/** A day as the member sees it: its reports, of whom one is due, and whether they can write one. */
export function useDay(date: CalendarDate, today: CalendarDate, user: Me | undefined) {
  const day = useQuery(dayQuery(date))
  const members = useQuery(membersQuery)
  const { shown: daysOff, now } = useDaysOff(date, today)
  const reports = day.data ?? []
  const own = reportBy(user?.id, reports)
  const queued = useQueuedReport(user, date, own)
  const known = members.data && daysOff.data
  const roll = known && day.data && rollOf(members.data, reports, date, daysOff.data)
  const words = useRollWords(date)
  return {
    day,
    load: useLoad(day),
    members: members.data,
    daysOff: daysOff.data,
    reports,
    own,
    queued,
    shown: queued ? [queued, ...reports.filter((report) => report !== own)] : reports,
    roll,
    rollLoad: useLoads(known, members, daysOff),
    /** Of a member without a report. */
    say: (member: Parameters<typeof words.of>[0]) => words.of(member, roll),
    /** Why it cannot be written about, in words. */
    closed: useClosed(date, { today, own, member: user, daysOff: now }),
    notDue: useNotDue(date, { today, member: user, daysOff: daysOff.data }),
  }
}
