import type { ComponentType } from 'react'
import { loadedOnce } from '../lib/loaded-once.ts'
import { lazyWithTexts, type Messages } from '../ui/with-texts.tsx'
import type { Page } from './members-paths.ts'

/** The texts that all but the day share, which the day does not wait for. */
const loadTexts = loadedOnce(
  import.meta.glob<Messages>('../../locales/*.json', { import: 'default', query: '?other-screens' }),
)

function other<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazyWithTexts(load, loadTexts)
}

/** Every screen but the first is read when somebody goes there. */
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

export const CommandPalette = other(() => import('./command-palette.tsx'))
