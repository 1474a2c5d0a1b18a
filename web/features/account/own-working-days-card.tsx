import { type ReactNode, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Me, Schedule } from '#contract/users.ts'
import { browserZone } from '../../dates/browser-zone.ts'
import { formatHour } from '../../dates/format-date.ts'
import { useOnline } from '../../platform/online.ts'
import { useScrollToHash } from '../../hooks/use-scroll-to-hash.ts'
import { Note } from '../../ui/note.tsx'
import { Select } from '../../ui/select.tsx'
import type { Help } from '../../ui/card.tsx'
import { SwitchCard } from '../../ui/switch-card.tsx'
import { textLink } from '../../ui/text-link.ts'
import { toast } from '../../ui/toast.tsx'
import { Weekdays } from '../../ui/weekdays.tsx'
import { useSaveSchedule } from './queries.ts'
import { hourOf, hourOptions } from '../../domain/reminder-hours.ts'
import { ZoneSelect } from '../../domain/zone-select.tsx'

/**
 * Sets whether the member writes reports, and the time zone, days and reminder that differ from the team's (N4.03).
 * A change is shown at once and saved on the server. It is rolled back if the server rejects it.
 */
export function OwnWorkingDaysCard({ user, onSaved, help }: { user: Me; onSaved: (user: Me) => void; help: Help }) {
  const t = useTranslations('schedule')
  const online = useOnline()
  useScrollToHash('schedule', true)
  const locale = useLocale()
  /** Changes that the server has not answered yet. */
  const [chosen, setChosen] = useState<Partial<Schedule>>({})
  const settings = useTranslations('settings')
  const save = useSaveSchedule({ onSaved, onFailed: (error) => toast.error(settings('saveFailed'), error) })
  const common = useTranslations('teamSettings')
  const { team } = user
  const { writes, time_zone, working_days, reminder_hour } = { ...user.schedule, ...chosen }
  const change = (part: Partial<Schedule>) => {
    setChosen((before) => ({ ...before, ...part }))
    save.mutate({ ...part, id: user.id }, { onSettled: () => setChosen({}) }) // `onSettled` is called for the last change only
  }
  const zone = time_zone ?? team.time_zone
  const teamHour = team.reminder_hour === null ? t('noReminder') : formatHour(locale, team.reminder_hour)
  const link = (words: ReactNode, part: Partial<Schedule>) => (
    <button type="button" disabled={!online} className={`cursor-pointer ${textLink}`} onClick={() => change(part)}>
      {words}
    </button>
  )
  return (
    <SwitchCard
      id="schedule-card"
      title={t('title')}
      help={help}
      isSaved={save.isSuccess}
      about={t('about')}
      checked={writes}
      disabled={!online}
      onChange={(checked) => change({ writes: checked })}
    >
      {!online && (
        <div className="mt-4">
          <Note>{common('offline')}</Note>
        </div>
      )}
      <div className="mt-4 grid items-start gap-5 two-columns">
        <div className="col-span-full">
          <ZoneSelect
            none={t('asTeam', { what: team.time_zone })}
            hint={
              browserZone !== zone &&
              t.rich('browserZone', {
                zone: browserZone,
                take: (words) => link(words, { time_zone: browserZone }),
              })
            }
            disabled={!online}
            value={time_zone ?? ''}
            onChange={(chosenZone) => change({ time_zone: chosenZone || null })}
          />
        </div>
        <Select
          label={common('reminderHour')}
          disabled={!online || !writes}
          value={String(reminder_hour ?? '')}
          options={hourOptions(locale, t('asTeam', { what: teamHour }))}
          onChange={(hour) => change({ reminder_hour: hourOf(hour) })}
        />
        <div className="col-span-full">
          <Weekdays
            legend={common('workingDays')}
            hint={working_days ? link(t('daysAsTeam'), { working_days: null }) : t('daysAreTeams')}
            disabled={!online || !writes}
            value={working_days ?? team.working_days}
            onChange={(days) => change({ working_days: days })}
          />
        </div>
      </div>
    </SwitchCard>
  )
}
