import type { ComponentType } from 'react'
import { addTexts } from '../lib/catalogue.ts'
import { readAhead } from '../lib/read-ahead.ts'
import { lazyScreen } from '../ui/lazy-screen.tsx'
import type { Page } from './members-paths.ts'

const other = <Props extends object>(importScreen: () => Promise<{ default: ComponentType<Props> }>) =>
  lazyScreen(async () => {
    const [screen] = await Promise.all([importScreen(), addTexts('other-screens')])
    return screen
  })

/** All screens except the first. Their code is loaded on the first visit. */
export const otherScreens = {
  mentions: other(() => import('./mentions.tsx')),
  'monthly-report': other(() => import('./monthly-report.tsx')),
  activity: other(() => import('./activity.tsx')),
  dashboard: other(() => import('./dashboard.tsx')),
  team: other(() => import('./team.tsx')),
  settings: other(() => import('./settings.tsx')),
  search: other(() => import('./search.tsx')),
  week: other(() => import('./week.tsx')),
} satisfies Record<Exclude<Page, 'daily-report'>, unknown>

const byPage: Partial<Record<string, (typeof otherScreens)['team']>> = otherScreens

/** Prefetches the code of a screen that the user is about to open. The day is already loaded. */
export function readScreenAhead(page: string) {
  const screen = byPage[page]
  if (screen) readAhead(screen.load)
}

export const { Screen: CommandPalette } = other(() => import('./command-palette.tsx'))
export const { Screen: ShortcutsDialog } = lazyScreen(async () => ({
  default: (await import('../features/navigation/shortcuts-dialog.tsx')).ShortcutsDialog,
}))
