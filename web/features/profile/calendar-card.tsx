import { useLocale, useTranslations } from 'use-intl'
import { firstDaysOfWeek, type Settings } from '#contract/users.ts'
import { formatWeekday } from '../../lib/format-date.ts'
import { Card } from '../../ui/card.tsx'
import { Select } from '../../ui/select.tsx'

const example = { sunday: '2026-11-01', monday: '2026-11-02' }

/** The day that weeks begin with in this member's calendars. */
export function CalendarCard({
  firstDay,
  onChange,
}: {
  firstDay: Settings['first_day_of_week']
  onChange: (firstDay: Settings['first_day_of_week']) => void
}) {
  const t = useTranslations('settings.calendar')
  const language = useLocale()
  return (
    <Card title={t('title')}>
      <div className="max-w-80">
        <Select
          label={t('firstDay')}
          value={firstDay}
          options={firstDaysOfWeek.map((day) => ({ value: day, name: formatWeekday(language, example[day]) }))}
          onChange={onChange}
        />
      </div>
    </Card>
  )
}
