import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { type Language, languages } from '#contract/languages.ts'
import type { Team, TeamChange } from '#contract/users.ts'
import { formatHour, formatZone } from '../../lib/format-date.ts'
import { Card } from '../../ui/card.tsx'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.tsx'
import { teamQuery, useSaveTeam } from './queries.ts'

const hours = Array.from({ length: 24 }, (_none, hour) => hour)

/**
 * When the team's members are reminded, and the language of what the team is told. A choice is shown at once, kept for
 * everybody, and put right where the server refuses.
 * @param languageNames each language by its own name
 */
export function TeamCard({
  known,
  languageNames,
  onSaved,
}: {
  known: Team
  languageNames: Record<Language, string>
  onSaved: (team: Team) => void
}) {
  const t = useTranslations('notifications')
  const locale = useLocale()
  const { data: team } = useQuery({ ...teamQuery, placeholderData: known })
  /** What has been chosen and not yet been answered. */
  const [chosen, setChosen] = useState<TeamChange>({})
  const save = useSaveTeam({ onSaved, onFailed: () => toast.error(t('teamSaveFailed')) })
  const { language, reminder_hour, time_zone } = { ...(team ?? known), ...chosen }
  const change = (part: TeamChange) => {
    setChosen((before) => ({ ...before, ...part }))
    save.mutate(part, { onSettled: () => setChosen({}) }) // heard for the last change only
  }
  return (
    <Card title={t('teamTitle')}>
      <p className="-mt-2 mb-4 t-14 text-text-2">{t('teamAbout')}</p>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Select
          label={t('reminderHour')}
          hint={t('reminderHint', { zone: formatZone(locale, time_zone) })}
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
          label={t('teamLanguage')}
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
