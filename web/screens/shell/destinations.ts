import { AtSign, CalendarDays, Gauge, MessagesSquare, Newspaper, Users } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { paths } from '../../app/paths.ts'
import type { Destination } from '../../features/navigation/sidebar.tsx'
import { type MemberPage, pagePath } from '../../app/members-paths.ts'

/** The text of `shell` that names each screen. The week is a tab of the monthly report (E5.08). */
export const screenNames = {
  'daily-report': 'dailyReport',
  mentions: 'mentions',
  'monthly-report': 'monthlyReport',
  week: 'monthlyReport',
  activity: 'activity',
  dashboard: 'dashboard',
  team: 'team',
  settings: 'settings',
  search: 'search',
} as const satisfies Record<MemberPage, string>

/**
 * Returns the screens that the sidebar, the palette and the shortcuts lead to.
 * @param reportHref the link to the shown day
 */
export function useDestinations(reportHref: string): Destination[] {
  const t = useTranslations('shell')
  const link = (page: MemberPage & Destination['page'], href: string, icon: Destination['icon'], keys: string) => ({
    page,
    label: t(screenNames[page]),
    href,
    icon,
    keys,
  })
  return [
    link('daily-report', reportHref, Newspaper, 'G D'),
    link('mentions', paths.mentions, AtSign, 'G I'),
    link('monthly-report', pagePath('monthly-report'), CalendarDays, 'G M'),
    link('activity', pagePath('activity'), MessagesSquare, 'G A'),
    link('dashboard', paths.dashboard, Gauge, 'G S'),
    link('team', paths.team, Users, 'G T'),
  ]
}
