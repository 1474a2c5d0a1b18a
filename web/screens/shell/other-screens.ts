import type { ComponentType } from 'react'
import { addTexts } from '../../platform/catalogue.ts'
import { prefetch } from '../../platform/prefetch.ts'
import { lazyScreen } from '../../ui/lazy-screen.tsx'
import type { MemberPage } from '../../app/members-paths.ts'

const other = <Props extends object>(importScreen: () => Promise<{ default: ComponentType<Props> }>) =>
  lazyScreen(async () => {
    const [screen] = await Promise.all([importScreen(), addTexts('other-screens')])
    return screen
  })

/** All screens except the day. The code of each is loaded on its first visit. */
export const otherScreens = {
  mentions: other(() => import('../mentions/mentions.tsx')),
  'monthly-report': other(() => import('../monthly-report/monthly-report.tsx')),
  activity: other(() => import('../activity/activity.tsx')),
  dashboard: other(() => import('../dashboard/dashboard.tsx')),
  team: other(() => import('../team/team.tsx')),
  settings: other(() => import('../settings/settings.tsx')),
  search: other(() => import('../search/search.tsx')),
  week: other(() => import('../week/week.tsx')),
} satisfies Record<Exclude<MemberPage, 'daily-report'>, unknown>

const byPage: Partial<Record<string, (typeof otherScreens)['team']>> = otherScreens

/** Prefetches the code of a screen that the member is about to open. The code of the day is already loaded. */
export function prefetchScreen(page: string) {
  const screen = byPage[page]
  if (screen) prefetch(screen.load)
}

export const { Screen: LazyCommandPalette } = other(() => import('./command-palette.tsx'))
export const { Screen: LazyShortcutsDialog } = lazyScreen(async () => ({
  default: (await import('../../features/navigation/shortcuts-dialog.tsx')).ShortcutsDialog,
}))
