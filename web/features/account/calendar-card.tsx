import { useLocale, useTranslations } from 'use-intl'
import { firstDaysOfWeek, type Settings } from '#contract/users.ts'
import { formatWeekday } from '../../dates/format-date.ts'
import { ChoiceCard } from '../../ui/choice-card.tsx'
import { useNameOfFirstDay } from './first-day-of-week.ts'

const example = { sunday: '2026-11-01', monday: '2026-11-02' }

type FirstDayName = (typeof firstDaysOfWeek)[number]

export function CalendarCard({
  value,
  onChange,
}: {
  value: Settings['first_day_of_week']
  onChange: (chosen: FirstDayName) => void
}) {
  const t = useTranslations('settings.calendar')
  const language = useLocale()
  const shown = useNameOfFirstDay(value)
  const options = firstDaysOfWeek.map((value) => ({ value, name: formatWeekday(language, example[value]) }))
  return <ChoiceCard title={t('title')} label={t('firstDay')} options={options} value={shown} onChange={onChange} />
}
