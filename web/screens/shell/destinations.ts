import { AtSign, CalendarDays, Gauge, MessagesSquare, Newspaper, Users } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { paths } from '../../app/paths.ts'
import type { Destination } from '../../features/navigation/sidebar.tsx'
import { pagePath } from '../../app/members-paths.ts'

/**
 * Returns the screens that the sidebar, the palette and the shortcuts lead to.
 * @param reportHref the link to the shown day
 */
export function useDestinations(reportHref: string): Destination[] {
  const t = useTranslations('shell')
  return [
    { page: 'daily-report', label: t('dailyReport'), href: reportHref, icon: Newspaper, keys: 'G D' },
    { page: 'mentions', label: t('mentions'), href: paths.mentions, icon: AtSign, keys: 'G I' },
    {
      page: 'monthly-report',
      label: t('monthlyReport'),
      href: pagePath('monthly-report'),
      icon: CalendarDays,
      keys: 'G M',
    },
    { page: 'activity', label: t('activity'), href: pagePath('activity'), icon: MessagesSquare, keys: 'G A' },
    { page: 'dashboard', label: t('dashboard'), href: paths.dashboard, icon: Gauge, keys: 'G S' },
    { page: 'team', label: t('team'), href: paths.team, icon: Users, keys: 'G T' },
  ]
}
