import './members.css'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { Menu, Newspaper } from 'lucide-react'
import { lazy, Suspense, useCallback, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useLocation } from 'wouter'
import { paths, reportPath } from '../app/paths.ts'
import { useSelectedDate } from '../features/navigation/selected-date.ts'
import { ShortcutsDialog } from '../features/navigation/shortcuts-dialog.tsx'
import { type Destination, Sidebar } from '../features/navigation/sidebar.tsx'
import { UserMenu } from '../features/navigation/user-menu.tsx'
import { reportedDaysQuery } from '../features/reports/queries.ts'
import { useSession } from '../features/session/session.tsx'
import { type CalendarDate, monthCells } from '../lib/dates.ts'
import { useMedia } from '../lib/media.ts'
import { useShortcuts } from '../lib/shortcuts.ts'
import { useToday } from '../lib/today.ts'
import { Calendar } from '../ui/calendar.tsx'
import { Drawer } from '../ui/drawer.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { LogoMark, Wordmark } from '../ui/logo.tsx'
import { PanelPlace } from '../ui/panel.tsx'
import { DailyReportScreen } from './daily-report.tsx'

const SettingsScreen = lazy(() => import('./settings.tsx'))

/** Below this the sidebar is a drawer (specification 9). */
const small = '(width < 48rem)'

/** What was read belongs to one sign-in: the store begins anew with each shell. */
const newQueries = () =>
  new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 15_000 /* milliseconds */ } } })

export default function Shell() {
  const [queries] = useState(newQueries)
  return (
    <QueryClientProvider client={queries}>
      <Frame />
    </QueryClientProvider>
  )
}

function Frame() {
  const t = useTranslations('shell')
  const { user, signOut } = useSession()
  const [path, go] = useLocation()
  const today = useToday()
  const [date, selectDate] = useSelectedDate(today)
  const drawn = useMedia(small)
  const [drawerOpen, setDrawerOpen] = useState(false)
  const [helpOpen, setHelpOpen] = useState(false)
  const [panelPlace, setPanelPlace] = useState<HTMLElement | null>(null)

  const inSettings = path === paths.settings
  const closeDrawer = () => setDrawerOpen(false)
  const reportHref = reportPath(date === today ? undefined : date)
  const openReport = () => go(reportHref)
  const openSettings = () => {
    closeDrawer()
    go(paths.settings)
  }
  const openHelp = () => {
    closeDrawer()
    setHelpOpen(true)
  }
  const openDay = (day: CalendarDate) => {
    closeDrawer()
    if (inSettings) go(reportPath(day === today ? undefined : day))
    else selectDate(day)
  }
  useShortcuts({ '?': openHelp, 'g d': openReport, 'g ,': openSettings })

  const destinations: Destination[] = [
    { label: t('dailyReport'), href: reportHref, icon: Newspaper, keys: 'G D', current: !inSettings },
  ]
  const sidebar = (
    <ErrorBoundary>
      <Sidebar
        wordmark={<Wordmark />}
        calendar={<DaysCalendar today={today} selected={date} onSelect={openDay} />}
        destinations={destinations}
        onNavigate={closeDrawer}
        userMenu={
          user && (
            <UserMenu user={user} onSettings={openSettings} onShortcuts={openHelp} onSignOut={() => void signOut()} />
          )
        }
      />
    </ErrorBoundary>
  )

  return (
    <PanelPlace value={panelPlace}>
      <a
        href="#content"
        className="absolute top-2 left-2 z-(--z-toast) -translate-y-20 rounded-2 bg-surface px-4 py-2 text-ai-text shadow-float focus:translate-y-0"
      >
        {t('skipToContent')}
      </a>
      <div className="flex min-h-dvh">
        {!drawn && (
          <aside
            aria-label={t('sidebar')}
            className="sticky top-0 z-(--z-sidebar) h-dvh w-(--sidebar) shrink-0 border-r border-rule bg-sunken print:hidden"
          >
            {sidebar}
          </aside>
        )}
        {drawn && drawerOpen && (
          <Drawer label={t('sidebar')} onClose={closeDrawer}>
            {sidebar}
          </Drawer>
        )}
        <div className="flex min-w-0 flex-1 flex-col">
          {drawn && (
            <header className="sticky top-0 z-(--z-sidebar) flex h-14 items-center gap-2 border-b border-rule bg-bg px-2 print:hidden">
              <button
                type="button"
                aria-label={t('openMenu')}
                aria-haspopup="dialog"
                aria-expanded={drawerOpen}
                onClick={() => setDrawerOpen(true)}
                className="grid size-11 cursor-pointer place-items-center rounded-2 text-text-2 hover:bg-hover active:bg-pressed"
              >
                <Menu size={20} strokeWidth={1.75} aria-hidden />
              </button>
              <span className="flex-1 truncate t-14b">{inSettings ? t('settings') : t('dailyReport')}</span>
              <span className="mr-2">
                <LogoMark />
              </span>
            </header>
          )}
          <main id="content" tabIndex={-1} className="min-w-0 flex-1 outline-none">
            <ErrorBoundary key={inSettings ? 'settings' : 'daily-report'}>
              {inSettings ? (
                <Suspense>
                  <SettingsScreen />
                </Suspense>
              ) : (
                <DailyReportScreen date={date} today={today} user={user} onSelect={selectDate} />
              )}
            </ErrorBoundary>
          </main>
        </div>
        <div ref={setPanelPlace} className="contents" />
      </div>
      {helpOpen && <ShortcutsDialog onClose={() => setHelpOpen(false)} />}
    </PanelPlace>
  )
}

/** The calendar with its dots; the shown month decides which days are asked for. */
function DaysCalendar({
  today,
  selected,
  onSelect,
}: {
  today: CalendarDate
  selected: CalendarDate
  onSelect: (date: CalendarDate) => void
}) {
  const t = useTranslations('calendar')
  const language = useLocale()
  const [first, setFirst] = useState(monthCells(selected)[0]!)
  const days = useQuery(reportedDaysQuery(first))
  const onMonth = useCallback((date: CalendarDate) => setFirst(monthCells(date)[0]!), [])
  return (
    <Calendar
      language={language}
      today={today}
      selected={selected}
      dotted={new Set(days.data?.days)}
      onSelect={onSelect}
      onMonth={onMonth}
      texts={{
        previousMonth: t('previousMonth'),
        nextMonth: t('nextMonth'),
        today: t('today'),
        legend: t('legend'),
        hasReports: t('hasReports'),
      }}
    />
  )
}
