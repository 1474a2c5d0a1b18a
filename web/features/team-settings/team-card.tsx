import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { type Language, languages } from '#contract/languages.ts'
import type { Team, TeamChange } from '#contract/users.ts'
import { formatHour, formatZone } from '../../lib/format-date.ts'
import { useOnline } from '../../lib/online.ts'
import { Card } from '../../ui/card.tsx'
import { Note } from '../../ui/note.tsx'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.tsx'
import { NameForm } from './name-form.tsx'
import { teamQuery, useSaveTeam } from './queries.ts'

const hours = Array.from({ length: 24 }, (_none, hour) => hour)
const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')]

/**
 * What belongs to the team: its name, its zone, when its members are reminded, the language of what it is told. A choice is
 * shown at once, kept for everybody, and put right where the server refuses.
 * @param mayChange whether the reader is an administrator; everybody else reads
 * @param languageNames each language by its own name
 */
export function TeamCard({
  team: initial,
  mayChange,
  languageNames,
  onSaved,
}: {
  team: Team
  mayChange: boolean
  languageNames: Record<Language, string>
  onSaved: (team: Team) => void
}) {
  const t = useTranslations('teamSettings')
  const locale = useLocale()
  const online = useOnline()
  const { data } = useQuery({ ...teamQuery, placeholderData: initial })
  /** What has been chosen and not yet been answered. */
  const [chosen, setChosen] = useState<TeamChange>({})
  const save = useSaveTeam({ onSaved, onFailed: () => toast.error(t('saveFailed')) })
  const team = data ?? initial
  const { language = team.language, reminder_hour = team.reminder_hour, time_zone = team.time_zone } = chosen
  const change = (part: TeamChange) => {
    setChosen((before) => ({ ...before, ...part }))
    save.mutate(part, { onSettled: () => setChosen({}) }) // heard for the last change only
  }
  const disabled = !mayChange || !online
  return (
    <Card title={t('title')}>
      <p className="-mt-2 mb-4 t-14 text-text-2">{t('about')}</p>
      {disabled && (
        <div className="mb-4">
          <Note>{t(mayChange ? 'offline' : 'readOnly')}</Note>
        </div>
      )}
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <div className="sm:col-span-2">
          {/* Another name, from another screen, begins anew. */}
          <NameForm key={team.name} name={team.name} disabled={disabled} onSaved={onSaved} />
        </div>
        <Select
          label={t('timeZone')}
          hint={t('timeZoneHint')}
          disabled={disabled}
          value={time_zone}
          onChange={({ target }) => change({ time_zone: target.value })}
        >
          {(zones.includes(time_zone) ? zones : [time_zone, ...zones]).map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll('_', ' ')}
            </option>
          ))}
        </Select>
        <Select
          label={t('reminderHour')}
          hint={t('reminderHint', { zone: formatZone(locale, time_zone) })}
          disabled={disabled}
          value={reminder_hour ?? ''}
          onChange={({ target }) => change({ reminder_hour: target.value === '' ? null : Number(target.value) })}
        >
          <option value="">{t('reminderNone')}</option>
          {hours.map((hour) => (
            <option key={hour} value={hour}>
              {formatHour(locale, hour)}
            </option>
          ))}
        </Select>
        <Select
          label={t('language')}
          disabled={disabled}
          value={language}
          onChange={({ target }) => change({ language: target.value as Language })} // the options are the languages
        >
          {languages.map((each) => (
            <option key={each} value={each} lang={each}>
              {languageNames[each]}
            </option>
          ))}
        </Select>
      </div>
    </Card>
  )
}
