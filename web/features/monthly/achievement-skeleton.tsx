import { Bar } from '../../ui/states.tsx'
import { TableSkeleton } from '../../ui/table.tsx'
import { useAchievementColumns } from './achievement-table.tsx'

/** Widths of the lines of five days, in per cent of their column: work, issues. */
const rows = [
  [[62, 48], [18]],
  [[54, 40], [70]],
  [[66, 52], [18]],
  [[48, 58], [18]],
  [[60], [56]],
] as const

export function AchievementSkeleton() {
  const day = (
    <span key="day" className="block w-10">
      <Bar width="100%" />
    </span>
  )
  const bars = rows.map((fields) =>
    [[day]].concat(fields.map((widths) => widths.map((width, line) => <Bar key={line} width={`${width}%`} />))),
  )
  return <TableSkeleton columns={useAchievementColumns()} rows={bars} />
}
