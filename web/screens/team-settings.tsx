import type { Me } from '#contract/users.ts'
import { useSession } from '../features/session/session.tsx'
import { BackupLine } from '../features/team-settings/backup-line.tsx'
import { TeamCard } from '../features/team-settings/team-card.tsx'
import { UndeliveredCard } from '../features/team-settings/undelivered-card.tsx'

/** Everybody reads them; what could not be delivered is for who can do something about it. */
export function TeamSettings({ user }: { user: Me }) {
  const { userChanged } = useSession()
  return (
    <div className="grid max-w-184 grid-cols-1 gap-6">
      {user.is_admin && <UndeliveredCard />}
      <TeamCard team={user.team} mayChange={user.is_admin} onSaved={(team) => userChanged({ ...user, team })} />
      {user.is_admin && <BackupLine />}
    </div>
  )
}
