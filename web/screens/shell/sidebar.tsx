import { type ComponentProps, type ReactNode, Suspense } from 'react'
import { useLocation } from 'wouter'
import { paths } from '../../app/paths.ts'
import { type Destination, Sidebar } from '../../features/navigation/sidebar.tsx'
import { UserMenu } from '../../features/navigation/user-menu.tsx'
import { useSession } from '../../features/session/session.tsx'
import { whenIdle } from '../../platform/when-idle.ts'
import { ErrorBoundary } from '../../ui/error-boundary.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Wordmark } from '../../brand/logo.tsx'
import { SidebarCalendar } from './sidebar-calendar.tsx'
import { prefetchScreen } from './other-screens.ts'

/** Loaded when the browser is idle, so that the first screen does not wait for this code. */
const UnreadCount = lazyPart(async () => ({ default: (await import('./unread-count.tsx')).UnreadCount }), whenIdle)

/** Shows the number of unread comments and waiting months of "For me". */
export const WaitingForMe = () => (
  <Suspense>
    <UnreadCount />
  </Suspense>
)

/** The sidebar with the calendar and the member's menu. Any choice closes the drawer that contains it. */
export function ShellSidebar({
  closeDrawer,
  fold,
  destinations,
  current,
  calendar,
  onPalette,
  onShortcuts,
  onSignOut,
}: {
  closeDrawer: () => void
  fold: ReactNode
  destinations: Destination[]
  current: string
  calendar: ComponentProps<typeof SidebarCalendar>
  onPalette: () => void
  onShortcuts: () => void
  onSignOut: () => void
}) {
  const { user } = useSession()
  const [, go] = useLocation()
  const closing = (act: () => void) => () => {
    closeDrawer()
    act()
  }
  return (
    <ErrorBoundary>
      <Sidebar
        wordmark={<Wordmark />}
        fold={fold}
        onPalette={closing(onPalette)}
        calendar={<SidebarCalendar {...calendar} onSelect={(day) => closing(() => calendar.onSelect(day))()} />}
        destinations={destinations}
        counts={{
          mentions: <WaitingForMe />,
        }}
        current={current}
        onNavigate={closeDrawer}
        onNear={prefetchScreen}
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
