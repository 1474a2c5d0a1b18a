import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Unplugged } from '../../ui/unplugged.tsx'
import { useChannels } from './use-channels.ts'

/**
 * Says that nobody can be reminded, or only devices, with the way on (E5.01). Shows nothing if email or Slack reaches members.
 * @param links the way on, around its words; `devices` is absent on the page that has them
 */
export function ReminderNote({
  isAdmin,
  links,
}: {
  isAdmin: boolean
  links: Record<'slack' | 'server', (words: string) => ReactNode> & { devices?: (words: string) => ReactNode }
}) {
  const t = useTranslations('reminderNote')
  const channels = useChannels()
  if (!channels || channels.mail || channels.slack) return null
  const wayOfAdministrators = () =>
    channels.slackOffered ? links.slack(t('connectSlack')) : links.server(t('seeServer'))
  const wayOn = isAdmin ? wayOfAdministrators() : t('askAdministrator')
  return (
    <Unplugged
      link={
        <p className="mt-1 flex flex-wrap gap-x-4">
          {channels.push && links.devices?.(t('turnOn'))}
          <span>{wayOn}</span>
        </p>
      }
    >
      {t(channels.push ? 'onlyDevices' : 'nobody')}
    </Unplugged>
  )
}
