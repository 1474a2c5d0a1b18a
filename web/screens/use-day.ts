import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Me } from '#contract/users.ts'
import { useOutbox } from '../api/use-outbox.ts'
import { membersQuery } from '../features/members/queries.ts'
import { type Mark, marksToSend, withMarks } from '../features/reads/marks.ts'
import { sendMark } from '../features/reads/queries.ts'
import { reportBy, rollOf } from '../features/reports/day.ts'
import { dayQuery } from '../features/reports/queries.ts'
import { countOpenBlockers } from '../features/reports/report-blockers.tsx'
import { useClosed } from '../features/reports/use-closed.ts'
import { useQueuedReport } from '../features/reports/use-queued-reports.ts'
import { useNotDue, useRollWords } from '../features/reports/use-roll-words.ts'
import type { CalendarDate } from '../lib/dates.ts'
import { useLoad, useLoads } from '../ui/load.ts'
import { useDaysOff } from './use-days-off.ts'
import { useMissing } from './use-missing.ts'
import { useLives } from './use-lives.tsx'

/** A day as the member sees it: its reports, of whom one is due, and whether they can write one. */
export function useDay(date: CalendarDate, today: CalendarDate, user: Me | undefined) {
  const day = useQuery(dayQuery(date))
  const members = useQuery(membersQuery)
  const { shown: daysOff, now } = useDaysOff(date, today)
  const queries = useQueryClient()
  const sent = (mark: Mark) => {
    const { queryKey } = dayQuery(mark.date)
    queries.setQueryData(queryKey, (reports) => reports && withMarks(reports, [mark]))
    // What is on its way may have been read before.
    if (queries.isFetching({ queryKey }) > 0) void queries.invalidateQueries({ queryKey })
  }
  const marks = useOutbox(marksToSend, user?.id, { send: sendMark, sent })
  const mark = (made: Mark) => {
    if (!user || made.ids.length === 0 || marksToSend.add(user.id, made)) return
    sendMark(made).then(
      () => sent(made),
      (error: unknown) => console.info('What was read could not be said', error),
    )
  }
  const reports = useMemo(() => withMarks(day.data ?? [], marks), [day.data, marks])
  const own = reportBy(user?.id, reports)
  const queued = useQueuedReport(user, date, own)
  const lives = useLives(date, { reports, members: members.data, user })
  const known = members.data && daysOff.data
  const roll = useMemo(
    () => day.data && members.data && daysOff.data && rollOf(members.data, reports, date, daysOff.data),
    [day.data, members.data, daysOff.data, reports, date],
  )
  const words = useRollWords(date)
  const isMissing = useMissing(date, { today, user, daysOff: daysOff.data })
  const load = useLoad(day)
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
    lives,
    /** The number of blockers in the reports that have not ended (E3.05). */
    blockers: reports.reduce((count, report) => count + countOpenBlockers(report, lives.known), 0),
    shown,
    /** To say so waits for the roll, which stands above it and knows whether the day is one to write on. */
    isEmpty: load.stands === 'loaded' && shown.length === 0,
    roll,
    rollLoad: useLoads(known, members, daysOff),
    /** Of a member without a report. */
    say: (member: Parameters<typeof words.of>[0]) => words.of(member, roll),
    /** Why it cannot be written about, in words. */
    closed: useClosed(date, { today, own, member: user, daysOff: now, isMissing }),
    notDue: useNotDue(date, { today, member: user, daysOff: daysOff.data }),
  }
}
