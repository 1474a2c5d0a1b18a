import { useLocale, useTranslations } from 'use-intl'
import type { Team } from '#contract/users.ts'
import { weekHour } from '#contract/weeks.ts'
import { formatHour } from '../../dates/format-date.ts'
import { Note } from '../../ui/note.tsx'
import { SettingRow } from '../../ui/setting-row.tsx'
import { Switch } from '../../ui/switch.tsx'

/** Turns the weekly email on or off (N11.01), if this server sends email. */
export function WeekRow({
  team,
  sendsMail,
  isOn,
  onChange,
}: {
  team: Team
  sendsMail: boolean
  isOn: boolean
  onChange: (isOn: boolean) => void
}) {
  const t = useTranslations('notifications.week')
  const hour = formatHour(useLocale(), weekHour(team.reminder_hour))
  return (
    <SettingRow
      title={t('title')}
      about={t('about', { hour })}
      control={<Switch label={t('title')} checked={isOn && sendsMail} disabled={!sendsMail} onChange={onChange} />}
    >
      {!sendsMail && (
        <div className="mt-4">
          <Note>{t('noMail')}</Note>
        </div>
      )}
    </SettingRow>
  )
}
