import { type ComponentProps, lazy, Suspense } from 'react'
import { useLocale } from 'use-intl'
import { useLocation } from 'wouter'
import { paths } from '../app/paths.ts'
import { type Destination, Sidebar } from '../features/navigation/sidebar.tsx'
import { UserMenu } from '../features/navigation/user-menu.tsx'
import { useSession } from '../features/session/session.tsx'
import { whenIdle } from '../lib/when-idle.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { Wordmark } from '../ui/logo.tsx'
import { DaysCalendar } from './days-calendar.tsx'
import { readScreenAhead } from './other-screens.ts'

/** Nobody waits for it: it comes once the browser has nothing else to do. */
const ForMeCount = lazy(() =>
  whenIdle()
    .then(() => import('./for-me-count.tsx'))
    .then(({ ForMeCount }) => ({ default: ForMeCount }))
    .catch(() => ({ default: () => null })),
)

/** The sidebar with its calendar and the menu of who is signed in. Whatever is chosen closes the drawer that it may be in. */
export function ShellSidebar({
  closeDrawer,
  destinations,
  current,
  calendar,
  onPalette,
  onShortcuts,
  onSignOut,
}: {
  closeDrawer: () => void
  destinations: Destination[]
  current: Destination['page']
  calendar: ComponentProps<typeof DaysCalendar>
  onPalette: () => void
  onShortcuts: () => void
  onSignOut: () => void
}) {
  const { user } = useSession()
  const [, go] = useLocation()
  const language = useLocale()
  const closing = (act: () => void) => () => {
    closeDrawer()
    act()
  }
  return (
    <ErrorBoundary>
      <Sidebar
        wordmark={<Wordmark />}
        onPalette={closing(onPalette)}
        calendar={<DaysCalendar {...calendar} onSelect={(day) => closing(() => calendar.onSelect(day))()} />}
        destinations={destinations}
        counts={{
          mentions: (
            <Suspense>
              <ForMeCount />
            </Suspense>
          ),
        }}
        current={current}
        onNavigate={closeDrawer}
        onNear={(page) => readScreenAhead(page, language)}
        userMenu={
          user && (
            <UserMenu
              user={user}
              onSettings={closing(() => go(paths.settings))}
              onPalette={closing(onPalette)}
              onShortcuts={closing(onShortcuts)}
              onHelp={() => go(paths.help)}
              onSignOut={closing(onSignOut)}
            />
          )
        }
      />
    </ErrorBoundary>
  )
}
