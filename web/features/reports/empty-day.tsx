import { Pencil } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import type { CalendarDate } from '../../dates/dates.ts'
import { formatDay } from '../../dates/format-date.ts'
import { useReportLabels } from '../../domain/report-time.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/states.tsx'
import type { useNotDue } from './use-attendance-text.ts'

export function EmptyDay({
  date,
  closed,
  notDue,
  hasEarlier,
  onWrite,
  onPreviousDay,
}: {
  date: CalendarDate
  /** A text that explains why no report can be written. */
  closed: string | undefined
  notDue: ReturnType<typeof useNotDue>
  /** Whether the reader has an earlier report. A new report starts with its plan. */
  hasEarlier: boolean
  /** Absent while the report is being written. */
  onWrite: (() => void) | undefined
  onPreviousDay: () => void
}) {
  const t = useTranslations('dailyReport')
  const words = useReportLabels()
  const language = useLocale()
  const isFree = notDue.holiday !== undefined || notDue.own !== undefined
  const actions = (
    <>
      {onWrite && (
        <Button kind="line" onClick={onWrite}>
          <Pencil size={16} strokeWidth={1.75} aria-hidden />
          {t('write')}
        </Button>
      )}
      <Button kind="ghost" onClick={onPreviousDay}>
        {t('showPreviousDay')}
      </Button>
    </>
  )
  return (
    <Empty title={t(closed || isFree ? 'emptyPast' : 'empty', { date: formatDay(language, date) })} actions={actions}>
      {notDue.holiday && <span className="block">{notDue.holiday}</span>}
      {closed ?? notDue.own ?? (isFree ? null : hasEarlier ? words('emptyHint') : t('emptyFirstHint'))}
    </Empty>
  )
}
