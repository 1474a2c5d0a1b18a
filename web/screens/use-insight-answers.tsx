import { lazy, useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { Insight } from '#contract/insights.ts'
import type { Me, User } from '#contract/users.ts'
import { CommentCount } from '../features/answers/foot.tsx'
import { rowIdPrefix } from '../features/insights/insight-row.tsx'
import { useThreads } from './use-threads.tsx'

// Where it cannot be loaded, insights are read without it.
const InsightThread = lazy(() => import('./insight-thread.tsx').catch(() => ({ default: () => null })))

/** What was answered to insights: how much, and where it is opened. */
export function useInsightAnswers(user: Me | undefined, members: readonly User[]) {
  const t = useTranslations('answers')
  const { place, toggle } = useThreads(rowIdPrefix)
  const isSignedIn = user !== undefined
  return {
    foot: useCallback(
      ({ id, comments }: Insight, isOpen: boolean) =>
        isSignedIn && <CommentCount t={t} count={comments} isOpen={isOpen} onToggle={() => toggle(id)} />,
      [isSignedIn, t, toggle],
    ),
    below: (insight: Insight) =>
      user && place(insight.id, <InsightThread of={insight} user={user} members={members} />),
  }
}
