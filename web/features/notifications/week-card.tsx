import { useLocale, useTranslations } from 'use-intl'
import type { Team } from '#contract/users.ts'
import { weekHour } from '#contract/weeks.ts'
import { formatHour } from '../../lib/format-date.ts'
import { SwitchCard } from '../../ui/switch-card.tsx'

/** Whether the member is sent their week (N11.01). */
export function WeekCard({ team, isOn, onChange }: { team: Team; isOn: boolean; onChange: (isOn: boolean) => void }) {
  const t = useTranslations('notifications.week')
  const hour = formatHour(useLocale(), weekHour(team.reminder_hour))
  return (
    <SwitchCard title={t('title')} about={t('about', { hour })} checked={isOn} onChange={onChange}>
      {null}
    </SwitchCard>
  )
}
