import { useId } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { CalendarDate } from '../../lib/dates.ts'
import { formatMonthName } from '../../lib/format-date.ts'
import { monthIn, type Period } from './month.ts'

const periods = ['current', 'previous'] as const

/** Exactly this month and the last one (S9.13). */
export function PeriodChoice({
  period,
  today,
  onChoose,
}: {
  period: Period
  today: CalendarDate
  onChoose: (period: Period) => void
}) {
  const t = useTranslations('monthlyReport')
  const language = useLocale()
  const name = useId()
  return (
    <fieldset className="flex min-w-0 rounded-2 border border-rule-strong bg-surface max-md:w-full">
      <legend className="sr-only">{t('period')}</legend>
      {periods.map((one) => (
        <label
          key={one}
          className="relative grid min-h-control flex-auto cursor-pointer place-items-center px-4 py-1 text-center t-14 md:whitespace-nowrap first-of-type:rounded-l-[5px] last-of-type:rounded-r-[5px] hover:bg-hover has-checked:bg-ai has-checked:t-14b has-checked:text-on-ai has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name={name}
            value={one}
            checked={one === period}
            onChange={() => onChoose(one)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {t(one, { month: formatMonthName(language, `${monthIn(one, today)}-01`) })}
        </label>
      ))}
    </fieldset>
  )
}
