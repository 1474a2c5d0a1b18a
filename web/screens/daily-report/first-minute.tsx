import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Report } from '#contract/reports.ts'
import type { Me, User } from '#contract/users.ts'
import { connectionsPath } from '../../app/paths.ts'
import { deploymentQuery } from '../../entities/deployment.ts'
import { ReminderNote } from '../../features/connections/reminder-note.tsx'
import { ServerNote } from '../../features/deployment/server-note.tsx'
import { NewcomerGreeting } from '../../features/onboarding/newcomer-greeting.tsx'
import { reportBy } from '../../features/reports/day.ts'
import { useSession } from '../../features/session/session.tsx'
import { OnboardingChecklist } from '../../features/onboarding/onboarding-checklist.tsx'
import { invitePath } from '../../app/members-paths.ts'
import { reminderLinks } from '../shared/reminder-links.tsx'
import { WhoJoins } from '../shared/who-joins.tsx'

type Props = {
  user: Me
  /** Undefined until they are loaded, like the reports. */
  members: User[] | undefined
  reports: Report[] | undefined
  /** Whether the member has a report of an earlier day, also until that is known. */
  hasReported: boolean
  /** Absent while the member is already writing. */
  onWrite: (() => void) | undefined
}

/** Shows the remaining steps to the creator of a team, and the members to a new member. */
export default function FirstMinute({ user, members, hasReported, reports, onWrite }: Props): ReactNode {
  const { userChanged } = useSession()
  const sendsMail = useQuery({ ...deploymentQuery, enabled: user.is_admin }).data?.mail !== false
  const steps = user.team.first_steps.filter((step) => step !== 'report' || !reports?.length)
  if (user.is_admin)
    return (
      <OnboardingChecklist
        team={user.team}
        open={steps}
        userId={user.id}
        hrefs={{ invite: invitePath, connect: connectionsPath }}
        sendsMail={sendsMail}
        whoMayJoin={<WhoJoins user={user} />}
        reminderNote={<ReminderNote isAdmin links={reminderLinks} />}
        serverNote={<ServerNote userId={user.id} link={reminderLinks.server} />}
        onWrite={onWrite}
        onTeam={(team) => userChanged({ ...user, team })}
      />
    )
  const colleagues = members?.filter(({ id, is_active }) => is_active && id !== user.id) ?? []
  if (colleagues.length === 0 || hasReported || !reports || reportBy(user.id, reports)) return null
  return <NewcomerGreeting colleagues={colleagues} />
}
