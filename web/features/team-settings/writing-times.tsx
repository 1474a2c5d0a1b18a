import { useLocale, useTranslations } from 'use-intl'
import { reportTimes } from '#contract/report-time.ts'
import { type Team } from '#contract/users.ts'
import { formatDay, formatHour } from '../../dates/format-date.ts'
import { useToday } from '../../dates/today.ts'
import { Note } from '../../ui/note.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { Weekdays } from '../../ui/weekdays.tsx'
import { hourToOffer } from '../../domain/reminder-hours.ts'

/**
 * Selects the days on which the team writes reports, and the writing time: morning or evening. If the reminder hour is
 * the usual one of the other writing time, offers the usual hour of the selected writing time.
 */
export function WritingTimes({
  team: { working_days, report_time, report_time_from, reminder_hour },
  disabled,
  onChange,
}: {
  team: Pick<Team, 'working_days' | 'report_time' | 'report_time_from' | 'reminder_hour'>
  disabled: boolean
  onChange: (change: Partial<Team>) => void
}) {
  const t = useTranslations('teamSettings')
  const locale = useLocale()
  const today = useToday()
  const hour = hourToOffer(report_time, reminder_hour)
  return (
    <>
      <div className="grid gap-2 col-span-full">
        <RadioGroup
          legend={t('reportTime')}
          look="side"
          values={reportTimes}
          value={report_time}
          disabled={disabled}
          hint={(time) => t(`timeHints.${time}`)}
          onChange={(time) => onChange({ report_time: time })}
        >
          {(time) => t(`times.${time}`)}
        </RadioGroup>
        {report_time_from !== null && report_time_from > today && (
          <Note>{t('timeFromTomorrow', { date: formatDay(locale, report_time_from) })}</Note>
        )}
        {hour !== undefined && reminder_hour !== null && !disabled && (
          <Note
            actions={[
              {
                label: t('takeHour', { hour: formatHour(locale, hour) }),
                onClick: () => onChange({ reminder_hour: hour }),
              },
            ]}
          >
            {t('hourStays', { hour: formatHour(locale, reminder_hour) })}
          </Note>
        )}
      </div>
      <div className="col-span-full">
        <Weekdays
          legend={t('workingDays')}
          hint={t('workingDaysHint')}
          disabled={disabled}
          value={working_days}
          onChange={(days) => onChange({ working_days: days })}
        />
      </div>
    </>
  )
}
