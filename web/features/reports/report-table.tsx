import { CloudOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Report } from '#contract/reports.ts'
import type { User } from '#contract/users.ts'
import { localDate } from '../../lib/dates.ts'
import { formatShortDay, formatTime } from '../../lib/format-date.ts'
import { hueOf, initials, initialsOfName, pictureOf } from '../../lib/person.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { hasBlocker, inReadingOrder, reportBy } from './day.ts'
import { Blocker, ReportLines } from '../../ui/report-words.tsx'

/** Where 「困りごと 2件」 leads. */
export const firstBlockerId = 'first-blocker'

const cell = 'block wide:table-cell wide:py-4 wide:not-last:pr-8 wide:align-top'
const field = `${cell} narrow:grid narrow:grid-cols-[4.5rem_minmax(0,1fr)] narrow:lang-cjk:grid-cols-[3.25rem_minmax(0,1fr)] narrow:gap-x-3 narrow:pt-2`

/** The heads of the columns, shared with the skeleton. In cards they are only read out: each card has its own labels. */
export function ReportHead() {
  const t = useTranslations('dailyReport')
  const head = 'py-2 not-last:pr-8 text-left t-12 text-text-3'
  return (
    <thead role="rowgroup" className="narrow:sr-only">
      <tr role="row" className="border-b border-rule">
        <th role="columnheader" scope="col" className={`${head} w-50`}>
          {t('member')}
        </th>
        <th role="columnheader" scope="col" className={head}>
          {t('fields.yesterday_work')}
        </th>
        <th role="columnheader" scope="col" className={head}>
          {t('fields.today_plan')}
        </th>
        <th role="columnheader" scope="col" className={`${head} w-1/4`}>
          {t('fields.issues')}
        </th>
      </tr>
    </thead>
  )
}

/** Where the report stands on the page, for whoever looks for it. */
export const rowId = ({ id }: Report) => `report-${id}`

/**
 * The team's day: a table, or ruled cards where the content is narrow (design: widths). It is one table for both; the
 * roles are written out because a table that is laid out as blocks would lose them.
 */
export function ReportTable({
  reports,
  members,
  userId,
  saved,
  queued,
}: {
  reports: Report[]
  members: User[]
  userId: string | undefined
  /** My report was saved a moment ago: its ground fades once. */
  saved: boolean
  /** My report has not been sent yet. */
  queued: boolean
}) {
  const t = useTranslations('dailyReport')
  const own = reportBy(userId, reports)
  const ordered = inReadingOrder(reports, userId)
  const firstBlocker = ordered.find(hasBlocker)
  return (
    <table
      role="table"
      aria-label={t('tableLabel')}
      className="block w-full border-collapse wide:table wide:table-fixed"
    >
      <ReportHead />
      <tbody role="rowgroup" className="block wide:table-row-group">
        {ordered.map((report) => (
          <tr
            key={report.id}
            id={rowId(report)}
            tabIndex={-1}
            role="row"
            className={`block border-b border-rule narrow:py-4 wide:table-row ${saved && report === own ? 'animate-saved' : ''}`}
          >
            <th role="rowheader" scope="row" className={`${cell} text-left`}>
              <Author report={report} member={members.find(({ id }) => id === report.user_id)} own={report === own}>
                {queued && report === own ? <NotSent /> : <Submitted report={report} />}
              </Author>
            </th>
            <td role="cell" className={`${field} text-text-2`}>
              <Label text={t('shortFields.yesterday_work')} />
              <Words text={report.yesterday_work} />
            </td>
            <td role="cell" className={field}>
              <Label text={t('shortFields.today_plan')} />
              <Words text={report.today_plan} />
            </td>
            {hasBlocker(report) ? (
              <td role="cell" className={`${field} wide:py-2.5!`}>
                <Label text={t('shortFields.issues')} />
                <Blocker text={report.issues} id={report === firstBlocker ? firstBlockerId : undefined} />
              </td>
            ) : (
              <td role="cell" className={`${cell} t-15 text-text-3 narrow:hidden`}>
                {t('none')}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The label of a field in a card; the column's head says it already to whoever listens. */
const Label = ({ text }: { text: string }) => (
  <span aria-hidden className="pt-1 t-12 text-text-3 wide:hidden">
    {text}
  </span>
)

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

/** 9:02 提出; with its day when it came in on another than it is for. */
function Submitted({ report }: { report: Report }) {
  const t = useTranslations('dailyReport')
  const language = useLocale()
  const at = new Date(report.created_at)
  const day = localDate(at)
  const time = formatTime(language, at)
  const shown = day === report.report_date ? time : `${formatShortDay(language, day)} ${time}`
  return (
    <p className="mt-0.5 t-12 text-text-3">
      <time dateTime={report.created_at}>{t('submittedAt', { time: shown })}</time>
      {report.status === 'edited' && (
        <span title={formatTime(language, new Date(report.updated_at))}>
          {' · '}
          {t('edited')}
        </span>
      )}
    </p>
  )
}
