import { type MonthField, monthFields } from '#contract/report-fields.ts'
import { Bar } from '../../ui/states.tsx'
import { TableSkeleton } from '../../ui/table.tsx'
import { useAchievementColumns } from './achievement-table.tsx'

/** The widths of the placeholders for the lines of five days, in percent of their column. */
const rows: readonly Record<MonthField, readonly number[]>[] = [
  { yesterday_work: [62, 48], issues: [18] },
  { yesterday_work: [54, 40], issues: [70] },
  { yesterday_work: [66, 52], issues: [18] },
  { yesterday_work: [48, 58], issues: [18] },
  { yesterday_work: [60], issues: [56] },
]

export function AchievementSkeleton() {
  const day = (
    <span key="day" className="block w-10">
      <Bar width="100%" />
    </span>
  )
  const bars = rows.map((fields) =>
    [[day]].concat(
      monthFields.map((field) => fields[field].map((width, line) => <Bar key={line} width={`${width}%`} />)),
    ),
  )
  return <TableSkeleton columns={useAchievementColumns()} rows={bars} />
}
