import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Me } from '#contract/users.ts'
import { useWaiting } from '../../api/use-outbox.ts'
import { membersQuery } from '../../entities/members.ts'
import { type Mark, markOutbox, withMarks } from '../../features/read-marks/marks.ts'
import { reportBy, attendanceOf } from '../../features/reports/day.ts'
import { dayQuery } from '../../features/reports/queries.ts'
import { countOpenBlockers } from '../../features/reports/report-blockers.tsx'
import { useClosed } from '../../features/reports/use-closed.ts'
import { useQueuedReport } from '../../features/reports/use-queued-reports.ts'
import { useNotDue, useAttendanceText } from '../../features/reports/use-attendance-text.ts'
import type { CalendarDate } from '../../dates/dates.ts'
import { pendingUntil, useAreAnswered, useLoad, useLoads } from '../../ui/load.ts'
import { useDaysOff } from './use-days-off.ts'
import { useMissing } from '../shared/use-missing.ts'
import { useMarkSender } from '../shared/use-mark-sender.ts'
import { useOrphanedComments } from '../shared/use-orphaned-comments.ts'
import { useBlockerStatuses } from './use-blocker-statuses.tsx'

/** Returns a day as the member sees it: its reports, the members without one, and whether the member can write. */
export function useDay(date: CalendarDate, today: CalendarDate, user: Me | undefined) {
  const day = useQuery(dayQuery(date))
  const members = useQuery(membersQuery)
  const { shown: daysOff, now } = useDaysOff(date, today)
  const sender = useMarkSender()
  const marks = useWaiting(markOutbox, user?.id)
  const mark = (made: Mark) => {
    if (!user || made.ids.length === 0 || markOutbox.add(user.id, made)) return
    // The browser could not store the mark, so this sends it at once. If that fails, the mark is lost.
    sender.send(made).then(
      () => sender.sent(made),
      (error: unknown) => console.info('A read mark could not be sent', error),
    )
  }
  const reports = useMemo(() => withMarks(day.data ?? [], marks), [day.data, marks])
  const ids = useMemo(() => day.data?.map(({ id }) => id), [day.data])
  useOrphanedComments(user?.id, 'report', { since: date, until: date, ids, isFresh: day.isFetchedAfterMount })
  const own = reportBy(user?.id, reports)
  const queued = useQueuedReport(user, date, own)
  const statuses = useBlockerStatuses(date, { reports, members: members.data, user })
  const known = members.data && daysOff.data
  const attendance = useMemo(
    () => day.data && members.data && daysOff.data && attendanceOf(members.data, reports, date, daysOff.data),
    [day.data, members.data, daysOff.data, reports, date],
  )
  const words = useAttendanceText(date)
  const isMissing = useMissing(date, { today, user, daysOff: daysOff.data })
  const load = pendingUntil(useAreAnswered([day, members, daysOff, statuses], date), useLoad(day))
  const shown = queued ? [queued, ...reports.filter((report) => report !== own)] : reports
  return {
    day,
    load,
    members: members.data,
    daysOff: daysOff.data,
    reports,
    own,
    mark,
    queued,
    statuses,
    /** The number of open blockers in the reports (E3.05). */
    blockers: reports.reduce((count, report) => count + countOpenBlockers(report, statuses.known), 0),
    shown,
    /** False until the members are loaded, because the sentence for an empty day depends on them. */
    isEmpty: load.status === 'loaded' && shown.length === 0,
    attendance,
    attendanceLoad: useLoads(known, members, daysOff),
    /** Returns a sentence that explains why a member has no report. */
    whyNoReport: (member: Parameters<typeof words.of>[0]) => words.of(member, attendance),
    /** The sentence that explains why no report can be written for the day. */
    closed: useClosed(date, { today, own, member: user, daysOff: now, isMissing }),
    notDue: useNotDue(date, { today, member: user, daysOff: daysOff.data }),
  }
}
