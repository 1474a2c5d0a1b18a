import { useLocale, useTranslations } from 'use-intl'
import type { FoundHoliday } from '#contract/holidays.ts'
import { formatNumericDate, formatShortWeekday } from '../../dates/format-date.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { textLink } from '../../ui/text-link.ts'

export const addableDays = (days: readonly FoundHoliday[]) => days.filter(({ is_holiday }) => !is_holiday)

export function ImportDays({
  days,
  ticked,
  disabled,
  onTick,
}: {
  days: readonly FoundHoliday[]
  ticked: ReadonlySet<string>
  disabled: boolean
  onTick: (dates: ReadonlySet<string>) => void
}) {
  const t = useTranslations('teamCalendar')
  const all = addableDays(days).map(({ date }) => date)
  const action = (label: string, dates: readonly string[]) => (
    <button
      type="button"
      disabled={disabled || all.length === 0}
      className={`cursor-pointer t-13 disabled:cursor-default disabled:text-text-disabled disabled:no-underline pointer-coarse:py-3 ${textLink}`}
      onClick={() => onTick(new Set(dates))}
    >
      {label}
    </button>
  )
  const tick = (date: string, isTicked: boolean) => {
    const next = new Set(ticked)
    if (isTicked) next.add(date)
    else next.delete(date)
    onTick(next)
  }
  return (
    <fieldset className="min-w-0 narrow:col-span-2 wide:basis-full">
      <legend className="sr-only">{t('importDays')}</legend>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 pb-2">
        <p role="status" className="t-13 text-text-2">
          {t('importCount', { count: ticked.size })}
        </p>
        <p className="flex gap-4">
          {action(t('tickAll'), all)}
          {action(t('tickNone'), [])}
        </p>
      </div>
      <ul className="max-h-80 overflow-y-auto rounded-2 border border-rule bg-surface px-3 py-1">
        {days.map((day) => (
          <li key={day.date} className="border-b border-rule py-2 last:border-0 pointer-coarse:py-3">
            <Checkbox
              name={day.date}
              checked={ticked.has(day.date)}
              disabled={disabled || day.is_holiday}
              onChange={(isTicked) => tick(day.date, isTicked)}
            >
              <DayWords day={day} />
            </Checkbox>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

function DayWords({ day: { date, name, is_holiday, is_proposed, entries } }: { day: FoundHoliday }) {
  const t = useTranslations('teamCalendar')
  const language = useLocale()
  const notes = [
    is_holiday && t('alreadyHoliday'),
    !is_proposed && t('notPublic'),
    entries > 1 && t('namedTwice', { count: entries }),
  ].filter((note) => note !== false)
  return (
    <span className="flex gap-x-3">
      <time dateTime={date} className="w-34 shrink-0 whitespace-nowrap tabular-nums">
        {formatNumericDate(language, date)} {formatShortWeekday(language, date)}
      </time>
      <span className="flex min-w-0 flex-wrap gap-x-3">
        <span className="min-w-0 wrap-anywhere">{name}</span>
        {notes.length > 0 && <span className="text-text-3">{notes.join(' · ')}</span>}
      </span>
    </span>
  )
}
