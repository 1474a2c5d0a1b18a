import '../../ui/members.css'
import { QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import { Link, useLocation, useSearchParams } from 'wouter'
import { paths } from '../../app/paths.ts'
import { useLiveChanges } from '../../features/live/use-live-changes.ts'
import { Frame } from '../../features/navigation/frame.tsx'
import { useCorrectedDate, useSelectedDate } from '../../features/navigation/selected-date.ts'
import { usePaletteKeys } from '../../features/navigation/use-palette-keys.ts'
import { useCachedQueries } from '../../features/offline/use-cached-queries.ts'
import type { PendingAction } from '../../features/reports/use-pending-action.ts'
import { useSession } from '../../features/session/session.tsx'
import { useFreshMember } from '../../features/session/use-fresh-member.ts'
import { useLogOut } from '../../features/session/use-log-out.tsx'
import type { CalendarDate } from '../../dates/dates.ts'
import { useShortcuts } from '../../hooks/use-shortcuts.ts'
import { useToday } from '../../dates/today.ts'
import { whenIdle } from '../../platform/when-idle.ts'
import { ErrorBoundary } from '../../ui/error-boundary.tsx'
import { ScreenSkeleton } from '../../ui/states.tsx'
import { textLink } from '../../ui/text-link.ts'
import { toast, withdrawUndos } from '../../ui/toast.tsx'
import { DailyReportScreen } from '../daily-report/daily-report.tsx'
import { AccountNotes } from './account-notes.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { screenNames, useDestinations } from './destinations.ts'
import { clearFirstDayPrefetch, queryClientFor } from './prefetch-first-day.ts'
import { MemberContext } from './member-context.tsx'
import { ShellSidebar } from './sidebar.tsx'
import { pageAt, reportPath, withoutWrite } from '../../app/members-paths.ts'
import { LazyCommandPalette, otherScreens, LazyShortcutsDialog } from './other-screens.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { mainElement } from '../../platform/main-element.ts'

/** Undefined except in the build of the demo. */
const DemoStrip = import.meta.env.MODE === 'demo' ? lazyPart(() => import('../demo/demo-strip.tsx')) : undefined
/** Loaded when the browser is idle, not on first use, because it must already be there if the network fails. */
const BackgroundTasks = lazyPart(() => import('./background-tasks.tsx'), whenIdle)

export { prefetchFirstDay } from './prefetch-first-day.ts'

/** @param takesFocus whether the shell replaces a form that had the focus, such as the login */
export default function Shell({ takesFocus }: { takesFocus: boolean }) {
  const { user } = useSession()
  const [queries] = useState(() => queryClientFor(user?.id))
  useEffect(() => {
    clearFirstDayPrefetch()
    if (takesFocus && document.activeElement === document.body) mainElement()?.focus()
    return withdrawUndos
  }, [takesFocus])
  const isCacheRead = useCachedQueries(queries, user?.id)
  return (
    <QueryClientProvider client={queries}>
      <MemberContext>
        <Pages isCacheRead={isCacheRead} />
      </MemberContext>
    </QueryClientProvider>
  )
}

/** @param isCacheRead whether the cache of an earlier visit is loaded, so that the member can start to write */
function Pages({ isCacheRead }: { isCacheRead: boolean }) {
  const t = useTranslations('shell')
  const common = useTranslations('common')
  const { user } = useSession()
  const { logOut, question } = useLogOut()
  useFreshMember()
  const [path, go] = useLocation()
  const [search] = useSearchParams()
  const today = useToday()
  const [date, selectDate, latest] = useSelectedDate(today)
  const [shortcutsOpen, setShortcutsOpen] = useState(false)
  const [paletteOpen, setPaletteOpen] = useState(false)
  const [pendingAction, setPendingAction] = useState<PendingAction | undefined>(() =>
    search.has('write') ? { kind: 'write' } : undefined,
  )
  useLiveChanges()
  const queries = useQueryClient()
  const page = pageAt(path, search)
  useCorrectedDate(page === 'daily-report' ? date : undefined, () => toast.info(t('noSuchDate')))
  /** The screen to mark as current. The week is a tab of the monthly report (E5.08). */
  const place = page === 'week' ? 'monthly-report' : page
  const openDay = (day: CalendarDate) => {
    if (page === 'daily-report') selectDate(day)
    else go(reportPath(day === today ? undefined : day))
  }
  const destinations = useDestinations(reportPath(date === today ? undefined : date))
  const andRead = (act: () => void) => {
    act()
    mainElement()?.focus()
  }
  const goByKeys = destinations.map(({ keys, href }) => [keys.toLowerCase(), () => andRead(() => go(href))])
  /** Opens the day, today by default, and performs the pending action there. */
  const send = (next: PendingAction, day = today) => {
    if (page !== 'daily-report' || day !== date) openDay(day)
    setPendingAction(next)
  }
  const writeOn = page === 'daily-report' ? date : today
  const write = () => send({ kind: 'write' }, writeOn)
  useShortcuts({
    ...Object.fromEntries(goByKeys),
    'g ,': () => andRead(() => go(paths.settings)),
    '/': page === 'search' ? undefined : () => go(paths.search),
    '?': () => setShortcutsOpen(true),
    // The daily report handles these keys itself. On the activity screen N writes an insight.
    ...(page !== 'daily-report' && {
      ...(page !== 'activity' && user?.writes && { n: write }),
      t: () => andRead(() => openDay(today)),
    }),
  })
  usePaletteKeys(() => setPaletteOpen((open) => !open))
  /** Synchronous, because closing restores the focus, and the command must be able to move the focus after that. */
  const closePalette = () => flushSync(() => setPaletteOpen(false))

  const toHelp = (
    <Link href={paths.help} className={textLink}>
      {common('help')}
    </Link>
  )
  const Screen = page === 'daily-report' ? undefined : otherScreens[page].Screen
  return (
    <>
      <Frame
        title={t(screenNames[page])}
        sidebar={(closeDrawer, fold) => (
          <ShellSidebar
            closeDrawer={closeDrawer}
            fold={fold}
            destinations={destinations}
            current={place}
            calendar={{
              today,
              latest,
              selected: date,
              onSelect: openDay,
              onTurn: page === 'daily-report' ? selectDate : undefined,
            }}
            onPalette={() => setPaletteOpen(true)}
            onShortcuts={() => setShortcutsOpen(true)}
            onSignOut={logOut}
          />
        )}
        bar={(menu) => (
          <BottomBar date={writeOn} destinations={destinations} current={place} onWrite={write} menu={menu} />
        )}
      >
        <Suspense>{DemoStrip && <DemoStrip />}</Suspense>
        {user && (
          <>
            <AccountNotes user={user} />
            <Suspense>
              <BackgroundTasks today={today} user={user} onWrite={() => send({ kind: 'write' })} />
            </Suspense>
          </>
        )}
        {/* Cached data may have caused the error. Resets it, so that the error does not return after a reload. */}
        <ErrorBoundary key={page} renew={() => void queries.resetQueries()}>
          {Screen ? (
            <Screen waiting={<ScreenSkeleton label={common('loading')} />} />
          ) : (
            <DailyReportScreen
              date={date}
              today={today}
              latest={latest}
              user={user}
              onSelect={selectDate}
              pendingAction={isCacheRead ? pendingAction : undefined}
              onActionDone={() => {
                setPendingAction(undefined)
                // Removes `write` from the URL, because it must act only once. The day and the hash stay.
                if (search.has('write'))
                  go(withoutWrite(search) + window.location.hash, { replace: true, state: window.history.state })
              }}
            />
          )}
        </ErrorBoundary>
      </Frame>
      {question}
      {shortcutsOpen && (
        <LazyShortcutsDialog destinations={destinations} help={toHelp} onClose={() => setShortcutsOpen(false)} />
      )}
      {paletteOpen && user && (
        <ErrorBoundary>
          <LazyCommandPalette
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
        </ErrorBoundary>
      )}
    </>
  )
}
