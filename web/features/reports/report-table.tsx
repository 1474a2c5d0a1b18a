import type { ReactNode, Ref } from 'react'
import { useTranslations } from 'use-intl'
import { namesBlocker } from '#contract/no-blocker.ts'
import { type ValueField, valueFields } from '#contract/report-fields.ts'
import type { DayReport } from '#contract/reports.ts'
import type { User } from '#contract/users.ts'
import { ReportTimeContext, useReportTime, useReportLabels } from '../../domain/report-time.ts'
import { namesOf } from '../../domain/mention-names.ts'
import { useScrollToHash } from '../../hooks/use-scroll-to-hash.ts'
import { MentionedNamesContext } from '../../domain/mention-text.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { inReadingOrder, reportBy, type Attendance } from './day.ts'
import { countOpenBlockers, type BlockerStatuses } from './report-blockers.tsx'
import { type ReportRowSlots, ReportRow } from './report-row.tsx'

/** The element id to which the link 「困りごと 2件」 scrolls. */
export const firstBlockerId = 'first-blocker'

export function useReportColumns(): Column[] {
  const t = useTranslations('dailyReport')
  const words = useReportLabels()
  const columns: Record<ValueField, Column> = {
    yesterday_work: { name: words('fields.yesterday_work') },
    today_plan: { name: words('fields.today_plan') },
    issues: { name: words('fields.issues'), width: '25%' },
  }
  return [{ name: t('member'), width: '12.5rem' }, ...valueFields.map((field) => columns[field])]
}

export type Group = { reports: DayReport[]; line: ReactNode }

/** Shows the team's day: a table, or cards if the space is narrow (design: widths). */
export function ReportTable({
  table,
  groups,
  drawn,
  members,
  halves,
  statuses,
  userId,
  saved,
  queued,
  below,
  ...placed
}: {
  table: Ref<HTMLTableElement>
  groups: readonly Group[]
  /** The number of reports that are rendered so far. */
  drawn: number
  members: User[]
  halves: Attendance['halves'] | undefined
  statuses: BlockerStatuses
  userId: string | undefined
  /** Whether the member's report was just saved. Its row is then highlighted once. */
  saved: boolean
  queued: boolean
  below: (report: DayReport) => ReactNode
} & ReportRowSlots) {
  const t = useTranslations('dailyReport')
  const ordered = groups.map(({ reports }) => inReadingOrder(reports, userId))
  const all = ordered.flat()
  const first = new Set(all.slice(0, drawn))
  const isDrawn = (report: DayReport) => first.has(report)
  useScrollToHash('report', all.length > 0 && drawn >= all.length)
  const own = reportBy(userId, all)
  const firstBlocker = all.find((report) => countOpenBlockers(report, statuses.known) > 0)
  const times = new Set(all.map(({ report_time: time }) => time))
  const timeOfDay = useReportTime()
  return (
    <ReportTimeContext value={(times.size === 1 && all[0]?.report_time) || timeOfDay}>
      <DayTable ref={table} label={t('tableLabel')}>
        {groups.flatMap(({ line }, group) => [
          ordered[group]!.some(isDrawn) && line,
          ...ordered[group]!.filter(isDrawn).map((report) => (
            <MentionedNamesContext key={report.id} value={namesOf(report.mentions, members, userId)}>
              <ReportRow
                report={report}
                member={members.find(({ id }) => id === report.user_id)}
                half={halves?.get(report.user_id)}
                statuses={namesBlocker(report) ? statuses : undefined}
                blockerId={report === firstBlocker ? firstBlockerId : undefined}
                own={report === own}
                saved={saved && report === own}
                queued={queued && report === own}
                thread={below(report)}
                {...placed}
              />
            </MentionedNamesContext>
          )),
        ])}
      </DayTable>
    </ReportTimeContext>
  )
}

/** Shows a table. Its column headings depend on the writing time of the day (`ReportTimeContext`). */
function DayTable({ ref, label, children }: { ref: Ref<HTMLTableElement>; label: string; children: ReactNode }) {
  return (
    <Table ref={ref} label={label} columns={useReportColumns()}>
      {children}
    </Table>
  )
}
