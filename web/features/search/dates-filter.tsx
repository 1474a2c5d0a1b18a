import { CalendarDays } from 'lucide-react'
import { useId, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { addDays, addMonths, type CalendarDate, dayOfWeek, type FirstDay, monthOf } from '../../dates/dates.ts'
import { useFocusHandover } from '../../hooks/use-focus-handover.ts'
import { formatDays, formatMonthName } from '../../dates/format-date.ts'
import type { ControlledProps } from '../../ui/controlled-props.ts'
import { Menu } from '../../ui/menu.tsx'
import { openFilter, OpensIcon, SetFilter } from './filter.tsx'

export type Dates = { from: CalendarDate | undefined; until: CalendarDate | undefined }

const monthFrom = (first: CalendarDate): Dates => ({ from: first, until: addDays(addMonths(first, 1), -1) })

type Props = ControlledProps<Dates> & { today: CalendarDate; firstDay: FirstDay }

export function DatesFilter({ value: dates, today, firstDay, onChange }: Props) {
  const t = useTranslations('search')
  const language = useLocale()
  const id = useId()
  const [isChoosing, setChoosing] = useState(false)
  const { ref, handOver } = useFocusHandover()
  const { from, until } = dates
  const first = `${monthOf(today)}-01`
  const monday = addDays(today, -dayOfWeek(today, firstDay))
  const periods = [
    { name: t('thisWeek'), dates: { from: monday, until: addDays(monday, 6) } },
    { name: t('thisMonth'), dates: monthFrom(first) },
    { name: t('lastMonth'), dates: monthFrom(addMonths(first, -1)) },
  ]
  const named = () => {
    if (!from || !until)
      return t(from ? 'since' : 'upTo', { date: formatDays(language, (from ?? until)!, (from ?? until)!) })
    const isMonth = from.endsWith('-01') && until === monthFrom(from).until
    return isMonth ? formatMonthName(language, from) : formatDays(language, from, until)
  }
  const clear = () =>
    handOver(() => {
      setChoosing(false)
      onChange({ from: undefined, until: undefined })
    })
  const box = (name: 'from' | 'until') => (
    <div className="flex items-center gap-2 max-md:flex-1">
      <label htmlFor={`${id}-${name}`} className="t-13 text-text-2">
        {t(name)}
      </label>
      <input
        ref={name === 'from' ? ref : undefined}
        id={`${id}-${name}`}
        type="date"
        value={dates[name] ?? ''}
        onChange={(event) => onChange({ ...dates, [name]: event.target.value || undefined })}
        className="text-box h-control w-auto border-rule-strong t-14 max-md:flex-1 max-md:text-[16px]"
      />
    </div>
  )
  return (
    <>
      {from || until ? (
        <SetFilter ref={ref} onClear={clear}>
          {named()}
        </SetFilter>
      ) : (
        !isChoosing && (
          <Menu
            trigger={ref}
            label={t('dates')}
            placement="[position-area:block-end_span-inline-end] [position-try-fallbacks:flip-inline]"
            className={openFilter}
            items={[
              ...periods.map((period) => ({
                label: period.name,
                icon,
                onSelect: () => handOver(() => onChange(period.dates)),
              })),
              { label: t('choosePeriod'), icon, apart: true, onSelect: () => handOver(() => setChoosing(true)) },
            ]}
          >
            {t('dates')}
            <OpensIcon />
          </Menu>
        )
      )}
      {isChoosing && (
        <>
          {box('from')}
          {box('until')}
        </>
      )}
    </>
  )
}

const icon = <CalendarDays size={16} strokeWidth={1.75} aria-hidden />
