import { useQuery } from '@tanstack/react-query'
import { membersQuery } from '../features/members/queries.ts'
import { reportBy } from '../features/reports/day.ts'
import { beginningQuery, dayQuery, latestQuery } from '../features/reports/queries.ts'
import { TaskChips } from '../features/tasks/task-chips.tsx'
import { reportTimeOn } from '#contract/report-time.ts'
import type { Report } from '#contract/reports.ts'
import type { Me } from '#contract/users.ts'
import type { CalendarDate } from '../lib/dates.ts'
import { offersOf } from '../lib/naming.ts'
import { useReadAhead } from '../lib/read-ahead.ts'
import { ReportTimeContext, useReportTime } from '../lib/report-time.ts'
import { lazyScreen } from '../ui/lazy-screen.tsx'
import { OffersContext } from '../ui/use-names.ts'

const { Screen: ReportPanel, load } = lazyScreen(() => import('../features/reports/report-panel.tsx'))

/** The network is the day's until somebody has begun to read it. */
const timeToRead = 1_000 // milliseconds

/**
 * Once the day is there to be read, what writing on it needs is read ahead, so that the panel opens with its words.
 * @param own my report of it
 * @returns my latest report
 */
export function usePanelAhead(date: CalendarDate, { isReady, own }: { isReady: boolean; own: Report | undefined }) {
  useReadAhead(isReady ? 'day' : undefined, timeToRead, load)
  const enabled = isReady && !own
  useQuery({ ...beginningQuery(date), enabled })
  return useQuery({ ...latestQuery, enabled }).data
}

/** The panel in which the day's report is written, with tasks for its plan. A report keeps its writing time (E2.04). */
export function DayPanel({
  date,
  user,
  ...rest
}: {
  date: CalendarDate
  user: Me | undefined
  onClose: () => void
  onSaved: () => void
}) {
  const existing = reportBy(user?.id, useQuery(dayQuery(date)).data ?? [])
  const time = useReportTime()
  const members = useQuery(membersQuery).data ?? []
  const timeOfDay = user ? reportTimeOn(user.team, date) : time
  return (
    <ReportTimeContext value={existing?.report_time ?? timeOfDay}>
      <OffersContext value={offersOf(members, user?.id)}>
        <ReportPanel
          key={date}
          date={date}
          userId={user?.id}
          suggestions={(plan, onChange, disabled) => <TaskChips value={plan} disabled={disabled} onChange={onChange} />}
          {...rest}
        />
      </OffersContext>
    </ReportTimeContext>
  )
}
