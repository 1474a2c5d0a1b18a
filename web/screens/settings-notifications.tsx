import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Me } from '#contract/users.ts'
import { destinationsQuery } from '../features/connections/queries.ts'
import { ReminderNote } from '../features/connections/reminder-note.tsx'
import { useChannels } from '../features/connections/use-channels.ts'
import { MentionsCard } from '../features/notifications/mentions-card.tsx'
import { NotificationsCard } from '../features/notifications/notifications-card.tsx'
import { PushCard } from '../features/notifications/push-card.tsx'
import { WeekCard } from '../features/notifications/week-card.tsx'
import { useSettings } from '../features/profile/use-settings.ts'
import { useSession } from '../features/session/session.tsx'
import type { Help } from '../ui/card.tsx'
import { useLoad } from '../ui/load.ts'
import { reminderLinks } from './reminder-links.tsx'

/** The notifications that the member receives. @param toAccounts a link to the connected accounts, around its words */
export function NotificationSettings({
  user,
  toAccounts,
  help,
}: {
  user: Me
  toAccounts: (words: string) => ReactNode
  help: Help
}) {
  const { userChanged } = useSession()
  const { settings, change } = useSettings(user, userChanged)
  const reachable = useLoad(useQuery(destinationsQuery))
  const channels = useChannels()
  return (
    <div className="grid grid-cols-1 gap-6">
      <ReminderNote isAdmin={user.is_admin} links={{ slack: toAccounts, server: reminderLinks.server }} />
      <NotificationsCard
        value={settings.notifications}
        onChange={(notifications) => change({ notifications })}
        reachable={reachable}
        toAccounts={toAccounts}
        help={help}
      />
      <MentionsCard channels={channels} value={settings.mentions} onChange={(mentions) => change({ mentions })} />
      <WeekCard
        team={user.team}
        sendsMail={channels?.mail !== false}
        isOn={settings.week_mail}
        onChange={(week_mail) => change({ week_mail })}
      />
      <PushCard />
    </div>
  )
}
