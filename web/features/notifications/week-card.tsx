import { useLocale, useTranslations } from 'use-intl'
import type { Team } from '#contract/users.ts'
import { weekHour } from '#contract/weeks.ts'
import { formatHour } from '../../lib/format-date.ts'
import { Note } from '../../ui/note.tsx'
import { SwitchCard } from '../../ui/switch-card.tsx'

/** Lets the member have their week by email (N11.01), if this server sends email. */
export function WeekCard({
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
    <SwitchCard
      title={t('title')}
      about={t('about', { hour })}
      checked={isOn && sendsMail}
      disabled={!sendsMail}
      onChange={onChange}
    >
      {!sendsMail && (
        <div className="mt-4">
          <Note>{t('noMail')}</Note>
        </div>
      )}
    </SwitchCard>
  )
}
