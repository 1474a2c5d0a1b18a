import { CircleCheck, OctagonAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { hasEnded } from '#contract/blockers.ts'
import { linesOf, type ReportField, reportFields } from '#contract/report-fields.ts'
import type { DayReport } from '#contract/reports.ts'
import { useReportLabels } from '../../domain/report-time.ts'
import { Line, ReportLines } from '../../domain/report-text.tsx'
import { type Blockers, openBlockersOf } from './blockers.ts'

/** The texts that are shown below the blockers. */
const columns = reportFields.filter((field) => field !== 'issues')

const mostLarge = 12 // lines
const large = 'text-[1.25rem]/[2rem] md:text-[1.75rem]/[2.75rem]'
const smaller = 'text-[1.25rem]/[2rem] md:text-[1.375rem]/[2.125rem]'

/** Shows a report in text that is readable from across the room. @param children the author */
export function ReportPage({
  report,
  blockers,
  children,
}: {
  report: DayReport
  blockers: Blockers
  children: ReactNode
}) {
  const words = useReportLabels(report.report_time)
  const count = Math.max(...columns.map((field) => linesOf(report[field]).length))
  const size = count > mostLarge ? smaller : large
  const open = openBlockersOf(report, blockers)
  const column = (field: ReportField) => (
    <section key={field} className={field === 'yesterday_work' ? 'text-text-2' : ''}>
      <h2 className="mb-2 t-17 text-text-3">{words(`fields.${field}`)}</h2>
      <div className={size}>
        <ReportLines text={report[field]} size="wall" />
      </div>
    </section>
  )
  return (
    // The element can take the focus, so that the keys can scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div tabIndex={0} className="mx-auto w-full max-w-360 flex-1 overflow-y-auto px-4 py-5 md:px-16 md:py-10">
      <div className="flex items-center gap-3 md:gap-5">{children}</div>
      {open.length > 0 && (
        <section className="mt-5 md:mt-8">
          <h2 className="mb-2 t-17 text-text-3">{words('fields.issues')}</h2>
          <div className="flex flex-col gap-3">
            {open.map(({ text, line, life }) => (
              <div
                key={line}
                className={`flex gap-3 rounded-2 px-4 py-3 md:gap-4 md:px-6 md:py-4 ${life && hasEnded(life) ? 'bg-sunken' : 'bg-problem-soft'}`}
              >
                <StatusIcon isResolved={life?.state === 'resolved'} />
                <div className="min-w-0">
                  <p className={`text-pretty wrap-anywhere ${size}`} dir="auto">
                    <Line text={text} />
                  </p>
                  {life && blockers.show(life)}
                </div>
              </div>
            ))}
          </div>
        </section>
      )}
      <div className="mt-6 grid gap-6 md:mt-10 md:grid-cols-2 md:gap-16">{columns.map(column)}</div>
    </div>
  )
}

function StatusIcon({ isResolved }: { isResolved: boolean }) {
  const Icon = isResolved ? CircleCheck : OctagonAlert
  const ink = isResolved ? 'text-text-3' : 'text-problem-text'
  return <Icon strokeWidth={1.75} className={`mt-1.5 size-5 shrink-0 md:mt-2 md:size-7 ${ink}`} aria-hidden />
}
