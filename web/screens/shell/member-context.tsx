import type { ReactNode } from 'react'
import { reportTimeOn } from '#contract/report-time.ts'
import type { Team } from '#contract/users.ts'
import { useSession } from '../../features/session/session.tsx'
import { BacklogTicket } from '../../features/backlog/backlog-ticket.tsx'
import { ReportTimeContext } from '../../domain/report-time.ts'
import { setOwnZone } from '../../dates/own-zone.ts'
import { OwnZone, TeamZone, useToday } from '../../dates/today.ts'
import { TicketContext } from '../../domain/report-text.tsx'

/**
 * Provides what every screen of a member needs: the component for issue references, the time zones and the writing
 * time.
 */
export function MemberContext({ children }: { children: ReactNode }) {
  const { user } = useSession()
  const zone = user?.schedule.time_zone ?? user?.team.time_zone
  // Must run before the children render, because they format dates in this time zone.
  setOwnZone(zone)
  return (
    <TicketContext value={BacklogTicket}>
      <OwnZone value={zone}>
        <TeamZone value={user?.team.time_zone}>
          <TeamsReportTime team={user?.team}>{children}</TeamsReportTime>
        </TeamZone>
      </OwnZone>
    </TicketContext>
  )
}

function TeamsReportTime({ team, children }: { team: Team | undefined; children: ReactNode }) {
  const today = useToday()
  return <ReportTimeContext value={team ? reportTimeOn(team, today) : 'morning'}>{children}</ReportTimeContext>
}
