import { useLocale, useTranslations } from 'use-intl'
import { firstDaysOfWeek, type Settings } from '#contract/users.ts'
import type { ControlledProps } from '../../ui/controlled-props.ts'
import { formatWeekday } from '../../dates/format-date.ts'
import { ChoiceCard } from '../../ui/choice-card.tsx'

const example = { sunday: '2026-11-01', monday: '2026-11-02' }

export function CalendarCard(chosen: ControlledProps<Settings['first_day_of_week']>) {
  const t = useTranslations('settings.calendar')
  const language = useLocale()
  const options = firstDaysOfWeek.map((value) => ({ value, name: formatWeekday(language, example[value]) }))
  return <ChoiceCard title={t('title')} label={t('firstDay')} options={options} {...chosen} />
}
