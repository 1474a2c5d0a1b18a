import type { ReactNode } from 'react'
import { useSession } from '../features/session/session.tsx'
import { BacklogTicket } from '../features/tasks/backlog-ticket.tsx'
import { ReportTimeContext } from '../lib/report-time.ts'
import { OwnZone } from '../lib/today.ts'
import { TicketWords } from '../ui/report-words.tsx'

/** What every screen of a member goes by: how a ticket's number is drawn, which day it is, and when the team writes. */
export function KnownEverywhere({ children }: { children: ReactNode }) {
  const { user } = useSession()
  return (
    <TicketWords value={BacklogTicket}>
      <OwnZone value={user?.schedule.time_zone}>
        <ReportTimeContext value={user?.team.report_time ?? 'morning'}>{children}</ReportTimeContext>
      </OwnZone>
    </TicketWords>
  )
}
