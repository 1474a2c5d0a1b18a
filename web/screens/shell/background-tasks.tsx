import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { createPortal } from 'react-dom'
import { dueStatusOn, noDaysOff } from '#contract/due.ts'
import type { Me } from '#contract/users.ts'
import { daysOffQuery } from '../../entities/days-off.ts'
import { useSession } from '../../features/session/session.tsx'
import { type CalendarDate, monthOf } from '../../dates/dates.ts'
import { reportBy } from '../../features/reports/day.ts'
import { dayQuery } from '../../features/reports/queries.ts'
import { useQueuedReport } from '../../features/reports/use-queued-reports.ts'
import { useSubscription } from '../../hooks/use-subscription.ts'
import { LoginDialog } from './login-dialog.tsx'
import { Outbox } from './outbox.tsx'
import { useRoleNews } from './use-role-news.ts'

type Props = { today: CalendarDate; user: Me; onWrite: () => void }

/** Renders the components that are active on every screen. */
export default function BackgroundTasks(props: Props): ReactNode {
  const session = useSession()
  useRoleNews(props.user)
  const isOver = session.state === 'signed-in' && session.over
  return (
    <>
      <Outbox userId={props.user.id} readUser={session.readUser} />
      {/* An open panel makes the rest of the page inert, so the dialog must be outside of the page's root element. */}
      {isOver && createPortal(<LoginDialog user={session.user} />, document.body)}
      {'serviceWorker' in navigator && <Installed {...props} />}
    </>
  )
}

/**
 * The features of an installed application: a badge while today's report is due (N13.03), and opening the form after a
 * press on a reminder (N13.04).
 */
function Installed({ today, user, onWrite }: Props) {
  // Does not repeat a failed request, because the day does so itself.
  const { data } = useQuery({ ...dayQuery(today), retryOnMount: false })
  const { data: daysOff = noDaysOff } = useQuery({ ...daysOffQuery(monthOf(today)), retryOnMount: false })
  const own = reportBy(user.id, data ?? [])
  const queued = useQueuedReport(user, today, own)
  const isDue = data && dueStatusOn(user, today, daysOff).due && !own && !queued
  useEffect(() => {
    if (isDue === undefined) return undefined
    showBadge(isDue)
    // Removes the badge when the member signs out.
    return () => showBadge(false)
  }, [isDue])
  useSubscription(hearWorker, ({ data }) => data === 'write' && onWrite())
  return null
}

function hearWorker(listener: (message: MessageEvent) => void) {
  const worker = navigator.serviceWorker
  worker.addEventListener('message', listener)
  worker.startMessages()
  return () => worker.removeEventListener('message', listener)
}

/** Shows or removes the badge. Ignores rejections, because browsers reject it if the application is not installed. */
function showBadge(isDue: boolean) {
  const shown = isDue ? navigator.setAppBadge?.() : navigator.clearAppBadge?.()
  shown?.catch(() => undefined)
}
