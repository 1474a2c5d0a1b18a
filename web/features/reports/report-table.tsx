import { CloudOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Half } from '#contract/absences.ts'
import type { Report } from '#contract/reports.ts'
import type { User } from '#contract/users.ts'
import { localDate } from '../../lib/dates.ts'
import { formatDayAndTime, formatTime } from '../../lib/format-date.ts'
import { useReportWords } from '../../lib/report-time.ts'
import { hueOf, initials, initialsOfName, pictureOf } from '../../lib/person.ts'
import { useLinked } from '../../lib/use-linked.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { hasBlocker, inReadingOrder, reportBy, type Roll } from './day.ts'
import { Blocker, ReportLines } from '../../ui/report-words.tsx'
import { Cell, type Column, LabelledCell, Row, RowHead, Table } from '../../ui/table.tsx'

/** Where 「困りごと 2件」 leads. */
export const firstBlockerId = 'first-blocker'

/** The columns, shared with the skeleton. */
export function useReportColumns(): Column[] {
  const t = useTranslations('dailyReport')
  const words = useReportWords()
  return [
    { name: t('member'), className: 'w-50' },
    { name: words('fields.yesterday_work') },
    { name: words('fields.today_plan') },
    { name: words('fields.issues'), className: 'w-1/4' },
  ]
}

/** Where the report stands on the page, for whoever looks for it. */
export const rowId = ({ id }: Report) => `report-${id}`

/** The team's day: a table, or ruled cards where the content is narrow (design: widths). */
export function ReportTable({
  reports,
  members,
  halves,
  userId,
  saved,
  queued,
}: {
  reports: Report[]
  members: User[]
  halves: Roll['halves'] | undefined
  userId: string | undefined
  /** My report was saved a moment ago: its ground fades once. */
  saved: boolean
  /** My report has not been sent yet. */
  queued: boolean
}) {
  const t = useTranslations('dailyReport')
  const words = useReportWords()
  useLinked('report', reports.length > 0)
  const own = reportBy(userId, reports)
  const ordered = inReadingOrder(reports, userId)
  const firstBlocker = ordered.find(hasBlocker)
  return (
    <Table label={t('tableLabel')} columns={useReportColumns()}>
      {ordered.map((report) => (
        <Row
          key={report.id}
          id={rowId(report)}
          tabIndex={-1}
          className={saved && report === own ? 'animate-saved' : ''}
        >
          <RowHead>
            <Author report={report} member={members.find(({ id }) => id === report.user_id)} own={report === own}>
              {queued && report === own ? (
                <NotSent />
              ) : (
                <Submitted report={report} half={halves?.get(report.user_id)} />
              )}
            </Author>
          </RowHead>
          <LabelledCell label={words('shortFields.yesterday_work')} className="text-text-2">
            <Words text={report.yesterday_work} />
          </LabelledCell>
          <LabelledCell label={words('shortFields.today_plan')}>
            <Words text={report.today_plan} />
          </LabelledCell>
          {hasBlocker(report) ? (
            <LabelledCell label={words('shortFields.issues')} className="wide:py-2.5!">
              <Blocker text={report.issues} id={report === firstBlocker ? firstBlockerId : undefined} />
            </LabelledCell>
          ) : (
            <Cell className="t-15 text-text-3 narrow:hidden">{t('none')}</Cell>
          )}
        </Row>
      ))}
    </Table>
  )
}

function Words({ text }: { text: string }) {
  const t = useTranslations('dailyReport')
  return text.trim() === '' ? <span className="t-15 text-text-3">{t('none')}</span> : <ReportLines text={text} />
}

function Author({
  report,
  member,
  own,
  children,
}: {
  report: Report
  member: User | undefined
  own: boolean
  children: ReactNode
}) {
  const t = useTranslations('dailyReport')
  return (
    <div className="flex items-start gap-3">
      <Avatar
        initials={member ? initials(member) : initialsOfName(report.user_name)}
        hue={hueOf(report.user_id)}
        picture={member && pictureOf(member)}
      />
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

/** 9:02 提出 · 午後休; with its day when it came in on another than it is for. */
function Submitted({ report, half }: { report: Report; half: Half | undefined }) {
  const t = useTranslations('dailyReport')
  const language = useLocale()
  const at = new Date(report.created_at)
  const words =
    localDate(at) === report.report_date
      ? t('submittedAt', { time: formatTime(language, at) })
      : t('submittedOn', { time: formatDayAndTime(language, at) })
  return (
    <p className="mt-0.5 t-12 text-text-3">
      <time dateTime={report.created_at}>{words}</time>
      {report.status === 'edited' && (
        <span title={formatTime(language, new Date(report.updated_at))}>
          {' · '}
          {t('edited')}
        </span>
      )}
      {half && ` · ${t('half', { half })}`}
    </p>
  )
}
