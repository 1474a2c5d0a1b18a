import { useLocale, useTranslations } from 'use-intl'
import type { Team } from '#contract/users.ts'
import { weekHour } from '#contract/weeks.ts'
import { formatHour } from '../../dates/format-date.ts'
import type { ControlledProps } from '../../ui/controlled-props.ts'
import { Note } from '../../ui/note.tsx'
import { SettingRow } from '../../ui/setting-row.tsx'
import { Switch } from '../../ui/switch.tsx'

type Props = ControlledProps<boolean> & { team: Team; sendsMail: boolean }

/** Turns the weekly email on or off (N11.01), if this server sends email. */
export function WeekRow({ team, sendsMail, value, onChange }: Props) {
  const t = useTranslations('notifications.week')
  const hour = formatHour(useLocale(), weekHour(team.reminder_hour))
  return (
    <SettingRow
      title={t('title')}
      about={t('about', { hour })}
      control={<Switch label={t('title')} checked={value && sendsMail} disabled={!sendsMail} onChange={onChange} />}
    >
      {!sendsMail && (
        <div className="mt-4">
          <Note>{t('noMail')}</Note>
        </div>
      )}
    </SettingRow>
  )
}
