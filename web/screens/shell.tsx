import '../ui/members.css'
import { QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import { Link, useLocation, useSearchParams } from 'wouter'
import { paths } from '../app/paths.ts'
import { useLiveChanges } from '../features/live/use-live-changes.ts'
import { Frame } from '../features/navigation/frame.tsx'
import { useSelectedDate } from '../features/navigation/selected-date.ts'
import { ShortcutsDialog } from '../features/navigation/shortcuts-dialog.tsx'
import { usePaletteKeys } from '../features/navigation/use-palette-keys.ts'
import { useCachedQueries } from '../features/offline/use-cached-queries.ts'
import type { Errand } from '../features/reports/use-errand.ts'
import { useSendQueued } from '../features/reports/use-queued-reports.ts'
import { useSession } from '../features/session/session.tsx'
import { useFreshMember } from '../features/session/use-fresh-member.ts'
import { useLogOut } from '../features/session/use-log-out.tsx'
import type { CalendarDate } from '../lib/dates.ts'
import { useShortcuts } from '../lib/shortcuts.ts'
import { useIsStored } from '../lib/local-storage.ts'
import { useToday } from '../lib/today.ts'
import { whenIdle } from '../lib/when-idle.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { ScreenSkeleton } from '../ui/states.tsx'
import { textLink } from '../ui/text-link.ts'
import { withdrawUndos } from '../ui/toast.tsx'
import { DailyReportScreen } from './daily-report.tsx'
import { useDestinations } from './destinations.ts'
import { forgetFirstDay, queriesOf } from './first-day.ts'
import { KnownEverywhere } from './known-everywhere.tsx'
import { ShellSidebar } from './shell-sidebar.tsx'
import { pageAt, reportPath } from './members-paths.ts'
import { CommandPalette, otherScreens } from './other-screens.ts'

/** In the demo's own build alone. */
const DemoStrip = import.meta.env.MODE === 'demo' ? lazy(() => import('./demo-strip.tsx')) : undefined
const PasswordLinkNote = lazy(() => import('./password-link-note.tsx').catch(() => ({ default: () => null })))
/** The first screen does not wait for it. */
const Beside = lazy(() => whenIdle().then(() => import('./beside.tsx').catch(() => ({ default: () => null }))))

export { askForFirstDay } from './first-day.ts'

export default function Shell() {
  const { user } = useSession()
  const [queries] = useState(() => queriesOf(user?.id))
  useEffect(forgetFirstDay, [])
  const isCacheRead = useCachedQueries(queries, user?.id)
  return (
    <QueryClientProvider client={queries}>
      <KnownEverywhere>
        <Pages isCacheRead={isCacheRead} />
      </KnownEverywhere>
    </QueryClientProvider>
  )
}

/** @param isCacheRead what somebody came for has to be begun with what an earlier visit has read */
function Pages({ isCacheRead }: { isCacheRead: boolean }) {
  const t = useTranslations('shell')
  const common = useTranslations('common')
  const { user } = useSession()
  const { logOut, question } = useLogOut()
  useFreshMember()
  const [path, go] = useLocation()
  const [search] = useSearchParams()
  const today = useToday()
  const [date, selectDate] = useSelectedDate(today)
  const [shortcutsOpen, setShortcutsOpen] = useState(false)
  const [paletteOpen, setPaletteOpen] = useState(false)
  const [errand, setErrand] = useState<Errand | undefined>(() => (search.has('write') ? { kind: 'write' } : undefined))

  useEffect(() => withdrawUndos, [])
  useLiveChanges()
  useSendQueued(user?.id)
  const isAnswering = useIsStored(user && `asakai_answers:${user.id.toLowerCase()}`, String)
  const queries = useQueryClient()
  const page = pageAt(path, search)
  /** A week is of days, and stands with them. */
  const place = page === 'week' ? 'daily-report' : page
  const openDay = (day: CalendarDate) => {
    if (page === 'daily-report') selectDate(day)
    else go(reportPath(day === today ? undefined : day))
  }
  const destinations = useDestinations(reportPath(date === today ? undefined : date))
  const goByKeys = destinations.map(({ keys, href }) => [keys.toLowerCase(), () => go(href)])
  /** To the day that is shown, or today's, with something to do there. */
  const send = (next: Errand, day = today) => {
    if (page !== 'daily-report' || day !== date) openDay(day)
    setErrand(next)
  }
  const write = () => send({ kind: 'write' }, page === 'daily-report' ? date : today)
  useShortcuts({
    ...Object.fromEntries(goByKeys),
    'g ,': () => go(paths.settings),
    '/': page === 'search' ? undefined : () => go(paths.search),
    '?': () => setShortcutsOpen(true),
    // The daily report has these keys itself; on the activity screen N writes an insight.
    ...(page !== 'daily-report' && {
      ...(page !== 'activity' && user?.writes && { n: write }),
      t: () => openDay(today),
    }),
  })
  usePaletteKeys(() => setPaletteOpen((open) => !open))
  /** At once, so that the focus is back before a command moves it on. */
  const closePalette = () => flushSync(() => setPaletteOpen(false))
  const andRead = (act: () => void) => {
    act()
    document.querySelector('main')?.focus()
  }

  const toHelp = (
    <Link href={paths.help} className={textLink}>
      {common('help')}
    </Link>
  )
  const Screen = page === 'daily-report' ? undefined : otherScreens[page].Screen
  const waiting = <ScreenSkeleton label={common('loading')} />
  return (
    <>
      <Frame
        title={
          destinations.find((destination) => destination.page === place)?.label ??
          t(page === 'search' ? page : 'settings')
        }
        sidebar={(closeDrawer) => (
          <ShellSidebar
            closeDrawer={closeDrawer}
            destinations={destinations}
            current={place}
            calendar={{
              today,
              selected: date,
              onSelect: openDay,
              onTurn: page === 'daily-report' ? selectDate : undefined,
            }}
            onPalette={() => setPaletteOpen(true)}
            onShortcuts={() => setShortcutsOpen(true)}
            onSignOut={logOut}
          />
        )}
      >
        <Suspense>
          {DemoStrip && <DemoStrip />}
          {user?.password_link && <PasswordLinkNote userId={user.id} link={user.password_link} />}
        </Suspense>
        {/* A kept copy, or an answer, may be what cannot be drawn: neither is to come back with a reload. */}
        <ErrorBoundary key={page} renew={() => void queries.resetQueries()}>
          {Screen ? (
            <Suspense fallback={waiting}>
              <Screen waiting={waiting} />
            </Suspense>
          ) : (
            <DailyReportScreen
              date={date}
              today={today}
              user={user}
              onSelect={selectDate}
              errand={isCacheRead ? errand : undefined}
              onErrandDone={() => {
                setErrand(undefined)
                // Done once: what follows the # is still to be read.
                if (search.has('write')) go(paths.home + window.location.hash, { replace: true })
              }}
            />
          )}
        </ErrorBoundary>
      </Frame>
      {user && (isAnswering || 'serviceWorker' in navigator) && (
        <Suspense>
          <Beside today={today} user={user} onWrite={() => send({ kind: 'write' })} />
        </Suspense>
      )}
      {question}
      {shortcutsOpen && <ShortcutsDialog help={toHelp} onClose={() => setShortcutsOpen(false)} />}
      {paletteOpen && user && (
        <ErrorBoundary>
          <Suspense>
            <CommandPalette
              user={user}
              destinations={destinations}
              today={today}
              onGo={(href) => andRead(() => go(href))}
              onDay={(day) => andRead(() => openDay(day))}
              onWrite={user.writes ? write : undefined}
              onMember={(member) => send({ kind: 'read', member })}
              onShortcuts={() => setShortcutsOpen(true)}
              onSignOut={logOut}
              onClose={closePalette}
            />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  )
}
