import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent } from 'react'
import { expectationOn, noDaysOff } from '#contract/due.ts'
import type { Me } from '#contract/users.ts'
import { useWaiting } from '../api/use-outbox.ts'
import { answersToSend } from '../features/answers/waiting.ts'
import { daysOffQuery } from '../features/calendar/queries.ts'
import { type CalendarDate, monthOf } from '../lib/dates.ts'
import { reportBy } from '../features/reports/day.ts'
import { dayQuery } from '../features/reports/queries.ts'
import { useQueuedReport } from '../features/reports/use-queued-reports.ts'

// Where it cannot be loaded, what waits goes on waiting.
const SendWaiting = lazy(() => import('./send-waiting.tsx').catch(() => ({ default: () => null })))

type Props = { today: CalendarDate; user: Me; onWrite: () => void }

/** What goes on beside the screens, whichever is open; it shows nothing. */
export default function Beside(props: Props): ReactNode {
  const isWaiting = useWaiting(answersToSend, props.user.id).length > 0
  return (
    <>
      {isWaiting && (
        <Suspense>
          <SendWaiting userId={props.user.id} />
        </Suspense>
      )}
      {'serviceWorker' in navigator && <Installed {...props} />}
    </>
  )
}

/** What an installed application has: a badge while today's report is due (N13.03), and the way from a reminder to the report (N13.04). */
function Installed({ today, user, onWrite }: Props) {
  // What the day could not read is for the day to try again.
  const { data } = useQuery({ ...dayQuery(today), retryOnMount: false })
  const { data: daysOff = noDaysOff } = useQuery({ ...daysOffQuery(monthOf(today)), retryOnMount: false })
  const own = reportBy(user.id, data ?? [])
  const queued = useQueuedReport(user, today, own)
  const isDue = data && expectationOn(user, today, daysOff).due && !own && !queued
  useEffect(() => {
    if (isDue !== undefined) showBadge(isDue)
  }, [isDue])
  // What is known of the report ends with the sign-in.
  useEffect(() => () => showBadge(false), [])
  const hear = useEffectEvent(({ data }: MessageEvent) => {
    if (data === 'write') onWrite()
  })
  useEffect(() => {
    const worker = navigator.serviceWorker
    const listen = (message: MessageEvent) => hear(message)
    worker?.addEventListener('message', listen)
    worker?.startMessages()
    return () => worker?.removeEventListener('message', listen)
  }, [])
  return null
}

/** A browser may refuse it, where nothing is installed. */
function showBadge(isDue: boolean) {
  const shown = isDue ? navigator.setAppBadge?.() : navigator.clearAppBadge?.()
  shown?.catch(() => undefined)
}
