import { useTranslations } from 'use-intl'
import type { reportFields } from '#contract/report-fields.ts'
import { Bar, Delayed } from '../../ui/states.tsx'
import { TableSkeleton } from '../../ui/table.tsx'
import { useReportColumns } from './report-table.tsx'
import { dueAtMost } from './attendance.tsx'

type Each<Fields> = { [Field in keyof Fields]: readonly number[] }
type Row = readonly [name: number, time: number, ...texts: Each<typeof reportFields>]

/**
 * The widths of the placeholders of five reports: name, time and the lines of each text, in percent of their column.
 */
const rows: readonly Row[] = [
  [62, 30, [84, 60], [60, 84, 44], [44]],
  [50, 30, [72, 88], [88, 72, 70], [70]],
  [68, 30, [66, 74], [74, 66, 20], [20]],
  [56, 30, [90, 58], [58, 90, 36], [36]],
  [62, 30, [60, 80], [80, 60, 62], [62]],
]

const Bars = ({ widths }: { widths: readonly number[] }) =>
  widths.map((width, index) => <Bar key={index} width={`${width}%`} />)

export function ReportSkeleton() {
  const bars = rows.map(([name, time, ...fields]) => {
    const member = (
      <span key="member" className="flex gap-3">
        <span className="size-8 shrink-0 animate-skeleton rounded-full bg-hover" />
        <span className="grow">
          <Bars widths={[name, time]} />
        </span>
      </span>
    )
    return [member].concat(fields.map((widths, field) => <Bars key={field} widths={widths} />))
  })
  return <TableSkeleton columns={useReportColumns()} rows={bars} />
}

/**
 * Shows a placeholder for the attendance: circles without names, and a text that says that it is loading.
 * @param reported the number of reports; the placeholder shows as many faces, so that the layout does not shift
 */
export function AttendanceSkeleton({ reported }: { reported: number }) {
  const t = useTranslations('dailyReport')
  const faces = Math.min(reported || 7, dueAtMost)
  return (
    <Delayed keepsPlace={reported > 0}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 wide:max-w-96 wide:min-w-48 wide:shrink-99999 wide:flex-col wide:items-end wide:self-end">
        <div aria-hidden className="flex flex-wrap gap-1 wide:justify-end">
          {Array.from({ length: faces }, (_, index) => (
            <span key={index} className="size-7 animate-skeleton rounded-full bg-hover" />
          ))}
        </div>
        <p role="status" className="min-h-5 t-13 text-text-2">
          {t('loading')}
        </p>
      </div>
    </Delayed>
  )
}
