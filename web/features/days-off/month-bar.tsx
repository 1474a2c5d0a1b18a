import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { addMonths, monthOf } from '../../dates/dates.ts'
import { formatMonth } from '../../dates/format-date.ts'
import { Button } from '../../ui/button.tsx'

const turner = 'icon-button w-control h-control'

export function MonthBar({
  month,
  thisMonth,
  onMonth,
  children,
}: {
  /** YYYY-MM */
  month: string
  thisMonth: string
  onMonth: (month: string) => void
  children: ReactNode
}) {
  const t = useTranslations('teamCalendar')
  const calendar = useTranslations('calendar')
  const language = useLocale()
  const turn = (months: number) => onMonth(monthOf(addMonths(`${month}-01`, months)))
  return (
    <div className="flex flex-wrap items-center gap-2 pb-3">
      <div className="flex grow flex-wrap items-center gap-1 narrow:basis-full">
        <h2 aria-live="polite" className="mr-3 min-w-26 t-17b whitespace-nowrap tabular-nums narrow:grow">
          {formatMonth(language, `${month}-01`)}
        </h2>
        <button type="button" className={turner} aria-label={calendar('previousMonth')} onClick={() => turn(-1)}>
          <ChevronLeft size={20} strokeWidth={1.75} aria-hidden />
        </button>
        <button type="button" className={turner} aria-label={calendar('nextMonth')} onClick={() => turn(1)}>
          <ChevronRight size={20} strokeWidth={1.75} aria-hidden />
        </button>
        <Button kind="ghost" onClick={() => onMonth(thisMonth)}>
          {t('thisMonth')}
        </Button>
      </div>
      <div className="flex flex-wrap gap-2 narrow:grow narrow:*:grow">{children}</div>
    </div>
  )
}
