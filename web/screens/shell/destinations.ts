import { AtSign, CalendarDays, Gauge, MessagesSquare, Newspaper, Users } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { paths } from '../../app/paths.ts'
import type { Destination } from '../../features/navigation/sidebar.tsx'
import { type MemberPage, pagePath } from '../../app/members-paths.ts'

/** For each screen, the key of its name in the texts of `shell`. The week is a tab of the monthly report (E5.08). */
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
 * Returns the screens to which the sidebar, the palette and the shortcuts lead.
 * @param reportHref the link to the day that is selected
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
