import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { NotConnectedNotice } from '../../domain/not-connected-notice.tsx'
import { useChannels } from './use-channels.ts'

type Link = (words: string) => ReactNode

/**
 * Warns if reminders reach no member, or only devices with push messages, and links to a remedy (E5.01). Hidden if
 * reminders arrive by email or Slack.
 * @param links each renders a link around its text. `devices` is absent on the page with the device settings. `server`
 *   is absent if the reader cannot open the server's settings
 */
export function ReminderNote({
  isAdmin,
  links,
}: {
  isAdmin: boolean
  links: Record<'slack', Link> & Partial<Record<'devices' | 'server', Link>>
}) {
  const t = useTranslations('reminderNote')
  const channels = useChannels()
  if (!channels || channels.mail || channels.slack) return null
  const wayOfAdministrators = () =>
    channels.slackOffered ? links.slack(t('connectSlack')) : links.server?.(t('seeServer'))
  const wayOn = (isAdmin && wayOfAdministrators()) || t('askAdministrator')
  return (
    <NotConnectedNotice
      link={
        <p className="mt-1 flex flex-wrap gap-x-4">
          {channels.push && links.devices?.(t('turnOn'))}
          <span>{wayOn}</span>
        </p>
      }
    >
      {t(channels.push ? 'onlyDevices' : 'nobody')}
    </NotConnectedNotice>
  )
}
