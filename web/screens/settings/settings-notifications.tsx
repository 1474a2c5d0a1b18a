import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { deploymentQuery } from '../../entities/deployment.ts'
import { destinationsQuery } from '../../features/connections/queries.ts'
import { isServerShown } from '../../features/deployment/queries.ts'
import { ReminderNote } from '../../features/connections/reminder-note.tsx'
import { useChannels } from '../../features/connections/use-channels.ts'
import { MentionsRow } from '../../features/notifications/mentions-row.tsx'
import { PushRow } from '../../features/notifications/push-row.tsx'
import { ReportsRow } from '../../features/notifications/reports-row.tsx'
import { WeekRow } from '../../features/notifications/week-row.tsx'
import { useSettings } from '../../features/account/use-settings.ts'
import { useSession } from '../../features/session/session.tsx'
import { CardsTogether } from '../../ui/cards-together.tsx'
import { CardRows } from '../../ui/card-rows.tsx'
import { Card } from '../../ui/card.tsx'
import { useLoad } from '../../ui/load.ts'
import { SavedSign } from '../../ui/saved-sign.tsx'
import { textLink } from '../../ui/text-link.ts'
import { teamPath } from '../../app/members-paths.ts'
import { serverLink } from '../shared/reminder-links.tsx'
import type { SettingsTabProps } from './tab-props.ts'

const toTeam = (words: string) => (
  <Link href={teamPath('settings')} className={textLink}>
    {words}
  </Link>
)

/** The settings for the notifications that the member receives. */
export function NotificationSettings({ user, toAccounts, help }: SettingsTabProps) {
  const t = useTranslations('notifications')
  const { userChanged } = useSession()
  const { settings, change, isSaved } = useSettings(user, userChanged)
  const deployment = useQuery(deploymentQuery)
  const destinations = useQuery(destinationsQuery)
  const reachable = useLoad(destinations)
  const channels = useChannels()
  return (
    <div className="grid grid-cols-1 gap-6">
      <CardsTogether queries={[deployment, destinations]}>
        <ReminderNote
          isAdmin={user.is_admin}
          links={{ slack: toAccounts, ...(isServerShown(user) && { server: serverLink }) }}
        />
        <Card title={t('heading')} help={help} sign={<SavedSign isSaved={isSaved} />}>
          <CardRows>
            <PushRow hasHour={(user.schedule.reminder_hour ?? user.team.reminder_hour) !== null} />
            <ReportsRow
              value={settings.notifications}
              onChange={(notifications) => change({ notifications })}
              reachable={reachable}
              reaches={!channels || channels.mail || channels.push || reachable.data?.length !== 0}
              toTeam={user.is_admin ? toTeam : undefined}
            />
            <MentionsRow channels={channels} value={settings.mentions} onChange={(mentions) => change({ mentions })} />
            <WeekRow
              team={user.team}
              sendsMail={channels?.mail !== false}
              value={settings.week_mail}
              onChange={(week_mail) => change({ week_mail })}
            />
          </CardRows>
        </Card>
      </CardsTogether>
    </div>
  )
}
