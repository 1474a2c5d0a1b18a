import { Fragment, type ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Link } from 'wouter'
import type { Achievement } from '#contract/monthly-reports.ts'
import { type MonthField, monthFields } from '#contract/report-fields.ts'
import { blockerLinesOf, namesBlocker, saysNoBlocker } from '#contract/no-blocker.ts'
import { formatNumericDay, formatShortWeekday } from '../../dates/format-date.ts'
import { useReportLabels } from '../../domain/report-time.ts'
import { Blocker, ReportLines } from '../../domain/report-text.tsx'
import { Cell, type Column, LabelledCell, TableRow, RowHead, Table } from '../../ui/table.tsx'

export function useAchievementColumns(): Column[] {
  const t = useTranslations('monthlyReport')
  const columns: Record<MonthField, Column> = {
    yesterday_work: { name: t('work') },
    issues: { name: t('issues'), width: '36%' },
  }
  return [{ name: t('reportedOn'), width: '7rem' }, ...monthFields.map((field) => columns[field])]
}

/** Shows the month, newest day first: a table, or cards if the space is narrow. Both are one table element. */
export function AchievementTable({
  entries,
  pathTo,
}: {
  entries: readonly Achievement[]
  /** Returns the path of the reader's own report of a day. */
  pathTo?: ((date: string) => string) | undefined
}) {
  const t = useTranslations('monthlyReport')
  const isMixed = new Set(entries.map(({ report_time: time }) => time)).size > 1
  return (
    <Table label={t('table')} columns={useAchievementColumns()}>
      {entries.toReversed().map((entry) => (
        <Day key={entry.report_date} entry={entry} isMixed={isMixed} href={pathTo?.(entry.report_date)} />
      ))}
    </Table>
  )
}

/** @param isMixed whether the month has reports of both writing times; each report then names its day (E2.04) */
function Day({ entry, isMixed, href }: { entry: Achievement; isMixed: boolean; href: string | undefined }) {
  const t = useTranslations('monthlyReport')
  const addedLater = useTranslations('dailyReport')('addedLater')
  const words = useReportLabels(entry.report_time)
  const language = useLocale()
  const day = (
    <time dateTime={entry.report_date}>
      <span className="d-20 tabular-nums">{Number(entry.report_date.slice(8))}</span>{' '}
      <span className="t-13 text-text-2">{formatShortWeekday(language, entry.report_date)}</span>
    </time>
  )
  const cells: Record<MonthField, ReactNode> = {
    yesterday_work: (
      <LabelledCell label={isMixed ? words('shortFields.yesterday_work') : t('workShort')} isOther={isMixed}>
        {entry.yesterday_work.trim() ? <ReportLines text={entry.yesterday_work} /> : <None />}
      </LabelledCell>
    ),
    issues: namesBlocker(entry) ? (
      <LabelledCell label={words('shortFields.issues')} className="wide:py-2.5!">
        <Blockers entry={entry} />
      </LabelledCell>
    ) : (
      <Cell className="narrow:hidden">
        {saysNoBlocker(entry.issues) ? <span className="t-15 text-text-3">{entry.issues}</span> : <None />}
      </Cell>
    ),
  }
  return (
    <TableRow className="break-inside-avoid">
      <RowHead className="font-normal whitespace-nowrap">
        {href === undefined ? (
          day
        ) : (
          <Link
            href={href}
            className="inline-block rounded-1 underline-offset-3 hover:underline pointer-coarse:min-h-11 pointer-coarse:min-w-11"
          >
            {day}
          </Link>
        )}
        {entry.added_later && (
          <span className="t-12 whitespace-normal text-text-3 wide:block narrow:pl-2">{addedLater}</span>
        )}
      </RowHead>
      {monthFields.map((field) => (
        <Fragment key={field}>{cells[field]}</Fragment>
      ))}
    </TableRow>
  )
}

/** Shows the open blockers in one block, and each ended one with the day of its end. */
function Blockers({ entry: { issues, blockers } }: { entry: Achievement }) {
  const t = useTranslations('blockers')
  const language = useLocale()
  const lines = blockerLinesOf(issues).map((text, line) => ({
    text,
    ended: blockers.find((blocker) => blocker.line === line)?.ended,
  }))
  const open = lines.filter(({ ended }) => !ended)
  return (
    <div className="flex flex-col gap-2">
      {open.length > 0 && <Blocker text={open.map(({ text }) => text).join('\n')} />}
      {lines.map(
        ({ text, ended }, line) =>
          ended && (
            <Blocker key={line} text={text} ended={ended.state}>
              <p className="t-13 text-text-2">
                {t(ended.state === 'resolved' ? 'resolvedOn' : 'unnamed', {
                  date: formatNumericDay(language, ended.on),
                })}
              </p>
            </Blocker>
          ),
      )}
    </div>
  )
}

function None() {
  const t = useTranslations('monthlyReport')
  return <span className="t-15 text-text-3">{t('none')}</span>
}
