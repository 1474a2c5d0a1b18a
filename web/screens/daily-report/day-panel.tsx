import { useQuery } from '@tanstack/react-query'
import { membersQuery } from '../../entities/members.ts'
import { reportBy } from '../../features/reports/day.ts'
import { dayQuery } from '../../features/reports/queries.ts'
import ReportPanel from '../../features/reports/report-panel.tsx'
import { TaskChips } from '../../features/frequent-tasks/task-chips.tsx'
import { reportTimeOn } from '#contract/report-time.ts'
import type { Me } from '#contract/users.ts'
import type { CalendarDate } from '../../dates/dates.ts'
import { offersOf } from '../../domain/mention-names.ts'
import { ReportTimeContext, useReportTime } from '../../domain/report-time.ts'
import { OffersContext } from '../../ui/use-names.ts'

/** The panel for writing the report of the day. An existing report keeps its writing time (E2.04). */
export default function DayPanel({
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
