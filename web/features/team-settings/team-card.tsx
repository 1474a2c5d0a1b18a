import { type ReactNode, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Team } from '#contract/users.ts'
import { zoneIn } from '../../dates/zones.ts'
import { languageOptions } from '../../platform/language-names.ts'
import { useOnline } from '../../platform/online.ts'
import { Card } from '../../ui/card.tsx'
import { Note } from '../../ui/note.tsx'
import { SavedSign } from '../../ui/saved-sign.tsx'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.tsx'
import { TeamNameForm } from './team-name-form.tsx'
import { useSaveTeam } from '../../entities/team.ts'
import { hourOf, hourOptions } from '../../domain/reminder-hours.ts'
import { WritingTimes } from './writing-times.tsx'
import { ZoneSelect } from '../../domain/zone-select.tsx'

type Props = {
  team: Team
  mayChange: boolean
  reminderNote: ReactNode
  onSaved: (team: Team) => void
}

/**
 * Edits the team's name, time zone, reminder hour, language, writing time and working days.
 * A change is shown at once and saved for the whole team. It is rolled back if the server rejects it.
 * @param mayChange whether the reader is an administrator; for other members the card is read-only
 */
export function TeamCard({ team, mayChange, reminderNote, onSaved }: Props) {
  const t = useTranslations('teamSettings')
  const locale = useLocale()
  const online = useOnline()
  /** Changes that the server has not answered yet. */
  const [chosen, setChosen] = useState<Partial<Team>>({})
  const save = useSaveTeam({ onSaved, onFailed: (error) => toast.error(t('saveFailed'), error) })
  const now = { ...team, ...chosen }
  const change = (part: Partial<Team>) => {
    setChosen((before) => ({ ...before, ...part }))
    save.mutate(part, { onSettled: () => setChosen({}) }) // `onSettled` is called for the last change only
  }
  const disabled = !mayChange || !online
  return (
    <Card title={t('title')} sign={<SavedSign isSaved={save.isSuccess} />}>
      <p className="-mt-2 mb-4 t-14 text-text-2">{t('about')}</p>
      {disabled && (
        <div className="mb-4">
          <Note>{t(mayChange ? 'offline' : 'readOnly')}</Note>
        </div>
      )}
      <div className="grid items-start gap-5 two-columns">
        <div className="col-span-full">
          <TeamNameForm name={team.name} disabled={disabled} onSaved={onSaved} />
        </div>
        <div className="col-span-full">
          <ZoneSelect
            hint={t('timeZoneHint')}
            disabled={disabled}
            value={now.time_zone}
            onChange={(zone) => change({ time_zone: zone })}
          />
        </div>
        <Select
          label={t('reminderHour')}
          hint={t('reminderHint', { zone: zoneIn(locale, now.time_zone).name })}
          disabled={disabled}
          value={String(now.reminder_hour ?? '')}
          options={hourOptions(locale, t('reminderNone'))}
          onChange={(hour) => change({ reminder_hour: hourOf(hour) })}
        />
        <div className="col-span-full empty:hidden">{now.reminder_hour !== null && reminderNote}</div>
        <Select
          label={t('language')}
          disabled={disabled}
          value={now.language}
          options={languageOptions}
          onChange={(chosen) => change({ language: chosen })}
        />
        <WritingTimes team={now} disabled={disabled} onChange={change} />
      </div>
    </Card>
  )
}
