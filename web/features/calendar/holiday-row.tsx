import { Pencil } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import type { Holiday } from '#contract/holidays.ts'
import type { CalendarDate } from '../../lib/dates.ts'
import { formatNumericDate, formatNumericDay, formatShortWeekday } from '../../lib/format-date.ts'

/** @param onEdit only for who may change it @param isLeft its form has just been closed: the focus comes back to it */
export function HolidayRow({
  holiday: { date, name },
  today,
  disabled,
  isLeft,
  onEdit,
}: {
  holiday: Holiday
  today: CalendarDate
  disabled: boolean
  isLeft: boolean
  onEdit: (() => void) | undefined
}) {
  const t = useTranslations('teamCalendar')
  const language = useLocale()
  const isThisYear = date.slice(0, 4) === today.slice(0, 4)
  return (
    <div className="flex min-h-13 items-center gap-3 py-1 t-14">
      <time dateTime={date} className="w-26 shrink-0 tabular-nums">
        {(isThisYear ? formatNumericDay : formatNumericDate)(language, date)} {formatShortWeekday(language, date)}
      </time>
      <span className="min-w-0 grow wrap-break-word">{name}</span>
      {onEdit && (
        <button
          type="button"
          autoFocus={isLeft}
          disabled={disabled}
          aria-label={t('editHoliday', { name })}
          onClick={onEdit}
          className="icon-button h-control w-control shrink-0"
        >
          <Pencil size={16} strokeWidth={1.75} aria-hidden />
        </button>
      )}
    </div>
  )
}
