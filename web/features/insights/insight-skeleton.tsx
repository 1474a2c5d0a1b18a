import { Bar } from '../../ui/states.tsx'
import { TableSkeleton } from '../../ui/table.tsx'
import { useInsightColumns } from './insight-table.tsx'

/** The widths of the placeholders of six insights: name, type, note, date and likes, in percent of their column. */
const rows = [84, 62, 74, 58, 66, 70].map((words) => [70, 60, words, 60, 60])

export function InsightSkeleton() {
  const bars = rows.map((widths) => widths.map((width, column) => <Bar key={column} width={`${width}%`} />))
  return <TableSkeleton look="short" columns={useInsightColumns()} rows={bars} />
}
