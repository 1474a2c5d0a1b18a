import { lazy, Suspense } from 'react'
import { TaskChips } from '../features/tasks/task-chips.tsx'
import type { CalendarDate } from '../lib/dates.ts'
import { readAhead } from '../lib/read-ahead.ts'

const load = () => import('../features/reports/report-panel.tsx')
const ReportPanel = lazy(load)

export const readPanelAhead = () => readAhead(load)

/** Where the day's report is written, with the tasks that its plan may take. */
export const DayPanel = ({
  date,
  ...rest
}: {
  date: CalendarDate
  userId: string | undefined
  onClose: () => void
  onSaved: () => void
}) => (
  <Suspense>
    <ReportPanel
      key={date}
      date={date}
      suggestions={(plan, onChange, disabled) => <TaskChips plan={plan} disabled={disabled} onChange={onChange} />}
      {...rest}
    />
  </Suspense>
)
