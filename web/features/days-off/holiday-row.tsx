import { useLocale, useTranslations } from 'use-intl'
import type { ListedHoliday } from '#contract/holidays.ts'
import type { CalendarDate } from '../../dates/dates.ts'
import { formatNumericDate, formatNumericDay, formatShortWeekday } from '../../dates/format-date.ts'
import { EditButton } from '../../ui/edit-button.tsx'

/**
 * @param onEdit undefined if the member may not change the holiday
 * @param isLeft whether the form of this row was just closed, so that the row takes the focus
 */
export function HolidayRow({
  holiday: { date, name, added_automatically },
  today,
  disabled,
  isLeft,
  onEdit,
}: {
  holiday: ListedHoliday
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
      <time dateTime={date} className="w-34 shrink-0 whitespace-nowrap tabular-nums">
        {(isThisYear ? formatNumericDay : formatNumericDate)(language, date)} {formatShortWeekday(language, date)}
      </time>
      <span className="min-w-0 grow wrap-break-word">
        {name}
        {added_automatically && <span className="block t-12 text-text-3">{t('addedAutomatically')}</span>}
      </span>
      {onEdit && <EditButton label={t('editHoliday', { name })} isLeft={isLeft} disabled={disabled} onClick={onEdit} />}
    </div>
  )
}
