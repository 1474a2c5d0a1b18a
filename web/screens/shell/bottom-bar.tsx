import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Destination } from '../../features/navigation/sidebar.tsx'
import { TabBar } from '../../features/navigation/tab-bar.tsx'
import { reportBy } from '../../features/reports/day.ts'
import { dayQuery } from '../../features/reports/queries.ts'
import { useQueuedReport } from '../../features/reports/use-queued-reports.ts'
import { useSession } from '../../features/session/session.tsx'
import type { CalendarDate } from '../../dates/dates.ts'
import { WaitingForMe } from './sidebar.tsx'

/** The bottom bar of small screens (E5.07). Its button is orange if it opens an existing report of the member. */
export function BottomBar({
  date,
  destinations,
  current,
  onWrite,
  menu,
}: {
  /** The day for which the button writes a report. */
  date: CalendarDate
  destinations: readonly Destination[]
  current: string
  onWrite: () => void
  menu: { isOpen: boolean; onOpen: () => void }
}) {
  const t = useTranslations('shell')
  const { user } = useSession()
  const day = useTranslations('dailyReport')
  // Reads cached data only, because the bar must not send requests.
  const known = useQuery({ ...dayQuery(date), enabled: false }).data
  const own = reportBy(user?.id, known ?? [])
  const isEdit = (useQueuedReport(user, date, own) ?? own) !== undefined
  const linkTo = (page: string, label: string, count?: ReactNode) => {
    const { href, icon } = destinations.find((destination) => destination.page === page)!
    return { page, label, href, icon, count }
  }
  return (
    <TabBar
      links={[
        [linkTo('daily-report', t('barDay')), linkTo('mentions', t('mentions'), <WaitingForMe />)],
        [linkTo('monthly-report', t('barMonth'))],
      ]}
      current={current}
      write={user?.writes ? { label: day(isEdit ? 'edit' : 'write'), isEdit, onClick: onWrite } : undefined}
      isMenuOpen={menu.isOpen}
      onMenu={menu.onOpen}
    />
  )
}
