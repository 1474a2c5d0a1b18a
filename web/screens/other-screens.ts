import type { ComponentType } from 'react'
import type { Language } from '#contract/languages.ts'
import { loadedOnce } from '../lib/loaded-once.ts'
import { readAhead } from '../lib/read-ahead.ts'
import { screenByItself } from '../ui/screen-by-itself.tsx'
import { lazyWithTexts, loadWithTexts, type Messages } from '../ui/with-texts.tsx'
import { answersTexts } from './answers-texts.ts'
import type { Page } from './members-paths.ts'

/** The texts that all but the day share, which the day does not wait for. */
const loadTexts = loadedOnce(
  import.meta.glob<Messages>('../../locales/*.json', { import: 'default', query: '?other-screens' }),
)

/** Nothing in a long list of insights waits for those of their comments, or has a place for them of its own. */
const loadWithAnswers = async (language: Language) => {
  const [others, answers] = await Promise.all([loadTexts(language), answersTexts(language)()])
  return { ...others, ...answers }
}

const other = (load: () => Promise<{ default: ComponentType }>, texts = loadTexts) =>
  screenByItself(loadWithTexts(load, texts))

/** Every screen but the first is read when somebody goes there. */
export const otherScreens = {
  mentions: other(() => import('./mentions.tsx')),
  'monthly-report': other(() => import('./monthly-report.tsx')),
  activity: other(() => import('./activity.tsx'), loadWithAnswers),
  dashboard: other(() => import('./dashboard.tsx')),
  team: other(() => import('./team.tsx')),
  settings: other(() => import('./settings.tsx')),
  search: other(() => import('./search.tsx')),
  week: other(() => import('./week.tsx')),
} satisfies Record<Exclude<Page, 'daily-report'>, unknown>

const byPage: Partial<Record<string, (typeof otherScreens)['team']>> = otherScreens

/** Reads a screen that somebody is about to go to; of the day there is nothing to read. */
export function readScreenAhead(page: string, language: Language) {
  const screen = byPage[page]
  if (screen) readAhead(() => screen.ahead(language))
}

export const CommandPalette = lazyWithTexts(() => import('./command-palette.tsx'), loadTexts)
