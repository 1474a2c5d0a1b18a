import { webhookProviders } from '#contract/providers.ts'
import type { Me, Team } from '#contract/users.ts'
import { useQuery } from '@tanstack/react-query'
import { ReminderNote } from '../features/connections/reminder-note.tsx'
import { membersQuery } from '../features/members/queries.ts'
import { useSession } from '../features/session/session.tsx'
import { ApprovalCard } from '../features/team-settings/approval-card.tsx'
import { BackupLine } from '../features/team-settings/backup-line.tsx'
import { SlackAppCard } from '../features/team-settings/slack-app-card.tsx'
import { SlackCard } from '../features/team-settings/slack-card.tsx'
import { TeamCard } from '../features/team-settings/team-card.tsx'
import { TellingCard } from '../features/team-settings/telling-card.tsx'
import { UndeliveredCard } from '../features/team-settings/undelivered-card.tsx'
import { ExportCard } from '../features/transfer/export-card.tsx'
import { ImportCard } from '../features/transfer/import-card.tsx'
import { reminderLinks } from './reminder-links.tsx'

/** Everybody reads them; what could not be delivered is for who can do something about it. */
export function TeamSettings({ user }: { user: Me }) {
  const { userChanged } = useSession()
  const members = useQuery(membersQuery)
  const onSaved = (team: Team) => userChanged({ ...user, team })
  const chats = user.is_slack_available || webhookProviders.some((id) => id in user.connections)
  return (
    <div className="grid max-w-184 grid-cols-1 gap-6">
      {user.is_admin && <UndeliveredCard />}
      <TeamCard
        team={user.team}
        mayChange={user.is_admin}
        reminderNote={<ReminderNote isAdmin={user.is_admin} links={reminderLinks} />}
        onSaved={onSaved}
      />
      {user.is_admin && (user.is_slack_available ? <SlackCard /> : <SlackAppCard />)}
      {user.is_admin && chats && <TellingCard team={user.team} onSaved={onSaved} />}
      <ApprovalCard team={user.team} mayChange={user.is_admin} onSaved={onSaved} />
      <ExportCard members={members.data ?? []} />
      <ImportCard />
      {user.is_admin && <BackupLine />}
    </div>
  )
}
