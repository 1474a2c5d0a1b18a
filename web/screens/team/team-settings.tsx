import { webhookProviders } from '#contract/providers.ts'
import type { Me, Team } from '#contract/users.ts'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'wouter'
import { useReauthentication } from '../../features/account/use-reauthentication.tsx'
import { connectionsQuery } from '../../features/connections/queries.ts'
import { ConnectionsCard } from '../../features/connections/connections-card.tsx'
import { isServerShown } from '../../features/deployment/queries.ts'
import { ReminderNote } from '../../features/connections/reminder-note.tsx'
import { membersQuery } from '../../entities/members.ts'
import { useSession } from '../../features/session/session.tsx'
import { ApprovalCard } from '../../features/team-settings/approval-card.tsx'
import { SlackAppCard } from '../../features/team-settings/slack-app-card.tsx'
import { SlackCard } from '../../features/team-settings/slack-card.tsx'
import { TeamCard } from '../../features/team-settings/team-card.tsx'
import { ProvisioningCard } from '../../features/provisioning/provisioning-card.tsx'
import { deploymentQuery } from '../../entities/deployment.ts'
import { ChatMessagesCard } from '../../features/team-settings/chat-messages-card.tsx'
import { slackAppQuery, slackDestinationQuery, undeliveredQuery } from '../../features/team-settings/queries.ts'
import { webhooksQuery } from '../../features/webhooks/queries.ts'
import { UndeliveredCard } from '../../features/team-settings/undelivered-card.tsx'
import { ExportCard } from '../../features/import-export/export-card.tsx'
import { ReportImportCard } from '../../features/import-export/report-import-card.tsx'
import { WebhooksCard } from '../../features/webhooks/webhooks-card.tsx'
import { CardsTogether } from '../../ui/cards-together.tsx'
import { HelpLink } from '../shared/help-link.tsx'
import { reminderLinks } from '../shared/reminder-links.tsx'
import { SettingsTabs } from '../shared/settings-tabs.tsx'
import { SoleAdministratorNote } from './sole-administrator-note.tsx'
import { WhoJoinsCard } from '../shared/who-joins.tsx'

/** Returns the queries of the cards that only administrators see. */
function useAdministratorsQueries({ is_admin: enabled, is_slack_available }: Me) {
  return [
    useQuery({ ...undeliveredQuery, enabled }),
    useQuery({ ...slackDestinationQuery, enabled: enabled && is_slack_available }),
    useQuery({ ...slackAppQuery, enabled: enabled && !is_slack_available }),
    useQuery({ ...webhooksQuery, enabled }),
  ]
}

/** The team's settings. Every member can read them. Only administrators can change them. */
export function TeamSettings({ user }: { user: Me }) {
  const { userChanged } = useSession()
  const { dialog, ...reauthentication } = useReauthentication(user.email)
  const { reauthenticating } = reauthentication
  const [search] = useSearchParams()
  const members = useQuery(membersQuery)
  const deployment = useQuery(deploymentQuery)
  const queries = [members, deployment, useQuery(connectionsQuery), ...useAdministratorsQueries(user)]
  const onSaved = (team: Team) => userChanged({ ...user, team })
  const chats = user.is_slack_available || webhookProviders.some((id) => id in user.connections)
  return (
    <div className="grid max-w-184 grid-cols-1 gap-6">
      <SettingsTabs current="team" />
      <CardsTogether queries={queries}>
        {user.is_admin && <SoleAdministratorNote user={user} />}
        {user.is_admin && <UndeliveredCard />}
        <TeamCard
          team={user.team}
          mayChange={user.is_admin}
          reminderNote={<ReminderNote isAdmin={user.is_admin} links={reminderLinks(isServerShown(user))} />}
          onSaved={onSaved}
        />
        <WhoJoinsCard user={user} />
        {user.is_admin && (
          <ConnectionsCard
            place="team"
            user={user}
            onUser={userChanged}
            {...reauthentication}
            help={(title) => <HelpLink section="connected-accounts" title={title} />}
          />
        )}
        {user.is_admin &&
          (user.is_slack_available ? <SlackCard reauthenticating={reauthenticating} /> : <SlackAppCard />)}
        {user.is_admin && chats && <ChatMessagesCard team={user.team} onSaved={onSaved} />}
        <ApprovalCard team={user.team} mayChange={user.is_admin} onSaved={onSaved} />
        {/* The key mounts the card again when the member leaves the tab. This hides the secret of a new webhook. */}
        {user.is_admin && <WebhooksCard key={search.get('tab')} reauthenticating={reauthenticating} />}
        {isServerShown(user) && deployment.data?.oidc && (
          <ProvisioningCard key={`directory ${search.get('tab')}`} reauthenticating={reauthenticating} />
        )}
        <ExportCard members={members.data ?? []} />
        <ReportImportCard members={members.data ?? []} />
      </CardsTogether>
      {dialog}
    </div>
  )
}
