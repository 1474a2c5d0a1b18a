import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { ScreenSkeleton } from '../ui/states.tsx'
import type { Page } from './members-paths.ts'
import { ScreenTexts } from './screen-texts.tsx'

/** Every page but the first is read when somebody goes there. */
const loads = {
  'monthly-report': () => import('./monthly-report.tsx'),
  activity: () => import('./activity.tsx'),
  dashboard: () => import('./dashboard.tsx'),
  team: () => import('./team.tsx'),
  settings: () => import('./settings.tsx'),
  search: () => import('./search.tsx'),
}

const screens = {
  'monthly-report': lazy(loads['monthly-report']),
  activity: lazy(loads.activity),
  dashboard: lazy(loads.dashboard),
  team: lazy(loads.team),
  settings: lazy(loads.settings),
  search: lazy(loads.search),
} satisfies Record<Exclude<Page, 'daily-report'>, unknown>

export function OtherScreen({ page }: { page: keyof typeof screens }) {
  const t = useTranslations('common')
  const Screen = screens[page]
  // The screen is on its way while its texts are waited for; showing it meets a failure.
  loads[page]().catch(() => undefined)
  return (
    <Suspense fallback={<ScreenSkeleton label={t('loading')} />}>
      <ScreenTexts>
        <Screen />
      </ScreenTexts>
    </Suspense>
  )
}
