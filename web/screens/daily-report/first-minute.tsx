import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useLayoutEffect } from 'react'
import type { Report } from '#contract/reports.ts'
import type { Me, User } from '#contract/users.ts'
import { connectionsPath } from '../../app/paths.ts'
import { deploymentQuery } from '../../entities/deployment.ts'
import { destinationsQuery } from '../../features/connections/queries.ts'
import { ReminderNote } from '../../features/connections/reminder-note.tsx'
import { deploymentStateQuery, isServerShown } from '../../features/deployment/queries.ts'
import { isServerNoteSeen, ServerNote } from '../../features/deployment/server-note.tsx'
import { NewcomerGreeting } from '../../features/onboarding/newcomer-greeting.tsx'
import { reportBy } from '../../features/reports/day.ts'
import { useSession } from '../../features/session/session.tsx'
import { OnboardingChecklist } from '../../features/onboarding/onboarding-checklist.tsx'
import { invitePath } from '../../app/members-paths.ts'
import { reminderLinks, serverLink } from '../shared/reminder-links.tsx'
import { WhoJoins } from '../shared/who-joins.tsx'

type Props = {
  user: Me
  /** Undefined until they are loaded, like the reports. */
  members: User[] | undefined
  reports: Report[] | undefined
  /** Whether data of the day on which the content depends is still being loaded. */
  isLoading: boolean
  /** Whether the member has a report of an earlier day. Also true until this is known. */
  hasReported: boolean
  /** Opens the report panel. Absent while the panel is open, or if no report can be written. */
  onWrite: (() => void) | undefined
  isShown: boolean
  /** Called before the browser paints, so that the reports that wait for this content appear together with it. */
  onRead: () => void
}

/** Shows an administrator the remaining first steps of the team, and a new member their colleagues. */
export default function FirstMinute({
  user,
  members,
  hasReported,
  reports,
  isLoading,
  onWrite,
  isShown,
  onRead,
}: Props): ReactNode {
  const { userChanged } = useSession()
  const enabled = user.is_admin && user.team.first_steps.length > 0
  const deployment = useQuery({ ...deploymentQuery, enabled })
  const destinations = useQuery({ ...destinationsQuery, enabled })
  const hasServerNote = isServerShown(user) && !isServerNoteSeen(user.id)
  const state = useQuery({ ...deploymentStateQuery, retry: false, enabled: enabled && hasServerNote })
  const isRead = !isLoading && !deployment.isLoading && !destinations.isLoading && !state.isLoading
  useLayoutEffect(() => {
    if (isRead) onRead()
  }, [isRead, onRead])
  if (!isShown) return null
  const steps = user.team.first_steps.filter((step) => step !== 'report' || !reports?.length)
  if (user.is_admin)
    return (
      <OnboardingChecklist
        team={user.team}
        open={steps}
        userId={user.id}
        hrefs={{ invite: invitePath, connect: connectionsPath }}
        sendsMail={deployment.data?.mail !== false}
        whoMayJoin={<WhoJoins user={user} />}
        reminderNote={<ReminderNote isAdmin links={reminderLinks(isServerShown(user))} />}
        serverNote={isServerShown(user) && <ServerNote userId={user.id} link={serverLink} />}
        onWrite={onWrite}
        onTeam={(team) => userChanged({ ...user, team })}
      />
    )
  const colleagues = members?.filter(({ id, is_active }) => is_active && id !== user.id) ?? []
  if (colleagues.length === 0 || hasReported || !reports || reportBy(user.id, reports)) return null
  return <NewcomerGreeting colleagues={colleagues} />
}
