import { CloudOff } from 'lucide-react'
import { Fragment, memo, type ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Half } from '#contract/absences.ts'
import { type ValueField, valueFields } from '#contract/report-fields.ts'
import type { DayReport } from '#contract/reports.ts'
import type { User } from '#contract/users.ts'
import { ownDate } from '../../dates/own-zone.ts'
import { formatDayAndTime, formatTime } from '../../dates/format-date.ts'
import { useReportTime, useReportLabels } from '../../domain/report-time.ts'
import { MemberAvatar } from '../../domain/member-avatar.tsx'
import { ReportLines } from '../../domain/report-text.tsx'
import { Cell, LabelledCell, TableRow, RowHead } from '../../ui/table.tsx'
import { type BlockerStatuses, ReportBlockers } from './report-blockers.tsx'

export const reportRowIdPrefix = 'report-'
export const rowOf = (reportId: string) => document.getElementById(reportRowIdPrefix + reportId)

/** Content beside and below the author. The functions must be stable, or the memoized rows would all render again. */
export type ReportRowSlots = {
  mark: (report: DayReport) => ReactNode
  foot: (report: DayReport, isOpen: boolean) => ReactNode
}

/**
 * Shows a report of the day as a table row, or as a card on narrow screens.
 * Memoized, because a day has a hundred rows: a row renders only if its own data has changed.
 * @param own whether the report is the member's own; `queued` whether it is in the outbox
 */
export const ReportRow = memo(function ReportRow({
  report,
  member,
  half,
  statuses,
  blockerId,
  own,
  queued,
  saved,
  thread,
  mark,
  foot,
}: {
  report: DayReport
  member: User | undefined
  half: Half | undefined
  /** Undefined if the report has no blockers. */
  statuses: BlockerStatuses | undefined
  blockerId: string | undefined
  own: boolean
  queued: boolean
  saved: boolean
  /** Shown in a separate row below the text, from the second column on. */
  thread: ReactNode
} & ReportRowSlots) {
  const t = useTranslations('dailyReport')
  const words = useReportLabels(report.report_time)
  const timeOfDay = useReportTime()
  const isOther = (report.report_time ?? timeOfDay) !== timeOfDay
  const cells: Record<ValueField, ReactNode> = {
    yesterday_work: (
      <LabelledCell label={words('shortFields.yesterday_work')} isOther={isOther} className="text-text-2">
        <Words text={report.yesterday_work} />
      </LabelledCell>
    ),
    today_plan: (
      <LabelledCell label={words('shortFields.today_plan')} isOther={isOther}>
        <Words text={report.today_plan} />
      </LabelledCell>
    ),
    issues: statuses ? (
      <LabelledCell label={words('shortFields.issues')} className="wide:py-2.5!">
        <ReportBlockers report={report} statuses={statuses} id={blockerId} />
      </LabelledCell>
    ) : (
      <Cell className="t-15 text-text-3 narrow:hidden">{report.issues.trim() || t('none')}</Cell>
    ),
  }
  return (
    <>
      <TableRow
        id={reportRowIdPrefix + report.id}
        tabIndex={-1}
        className={`scroll-my-16 contain-layout narrow:flex narrow:flex-col ${saved ? 'animate-saved' : ''}`}
      >
        {/* In a card, the last part of the head moves below the text. */}
        <RowHead className="narrow:contents">
          <Author report={report} member={member} own={own} mark={mark(report)}>
            {queued ? <NotSent /> : <Submitted report={report} half={half} />}
          </Author>
          <div className="narrow:order-1 narrow:mt-1 narrow:pl-21 narrow:lang-cjk:pl-16 wide:pl-11">
            {foot(report, Boolean(thread))}
          </div>
        </RowHead>
        {valueFields.map((field) => (
          <Fragment key={field}>{cells[field]}</Fragment>
        ))}
      </TableRow>
      {thread && (
        <TableRow>
          <Cell className="narrow:hidden" />
          <Cell colSpan={valueFields.length}>{thread}</Cell>
        </TableRow>
      )}
    </>
  )
})

function Words({ text }: { text: string }) {
  const t = useTranslations('dailyReport')
  return text.trim() === '' ? <span className="t-15 text-text-3">{t('none')}</span> : <ReportLines text={text} />
}

function Author({
  report,
  member,
  own,
  mark,
  children,
}: {
  report: DayReport
  member: User | undefined
  own: boolean
  mark: ReactNode
  children: ReactNode
}) {
  const t = useTranslations('dailyReport')
  return (
    <div className="flex items-start gap-3">
      <span className="relative flex">
        {mark}
        <MemberAvatar id={report.user_id} by={report.user_name} member={member} />
      </span>
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 t-14b">
          <span dir="auto">{report.user_name}</span>
          {own && <span className="rounded-1 bg-hover px-1.5 py-0.5 t-12 text-text-2">{t('me')}</span>}
        </p>
        {children}
      </div>
    </div>
  )
}

function NotSent() {
  const t = useTranslations('dailyReport')
  return (
    <p className="mt-0.5 flex items-center gap-1 t-12 text-warn-text">
      <CloudOff size={14} strokeWidth={1.75} aria-hidden />
      {t('queuedMark')}
    </p>
  )
}

/**
 * Shows a line such as 9:02 提出 · 午後休. Adds the date if the report was submitted on another day than the day it is
 * about. The time of an imported report is unknown (E4.19).
 */
function Submitted({ report, half }: { report: DayReport; half: Half | undefined }) {
  const t = useTranslations('dailyReport')
  const language = useLocale()
  const at = new Date(report.created_at)
  const words =
    ownDate(at) === report.report_date
      ? t('submittedAt', { time: formatTime(language, at) })
      : t('submittedOn', { time: formatDayAndTime(language, at) })
  return (
    <p className="mt-0.5 t-12 text-text-3">
      {report.is_imported ? t('imported') : <time dateTime={report.created_at}>{words}</time>}
      {report.status === 'edited' && (
        <span title={formatTime(language, new Date(report.updated_at))}>
          {' · '}
          {report.replaced_by
            ? t('replacedByImport', { name: report.replaced_by })
            : report.changed
              ? t('changedAt', { time: formatTime(language, new Date(report.updated_at)) })
              : t('edited')}
        </span>
      )}
      {report.added_later && ` · ${t('addedLater')}`}
      {half && ` · ${t('half', { half })}`}
    </p>
  )
}
