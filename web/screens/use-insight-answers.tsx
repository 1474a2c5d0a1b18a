import { lazy, Suspense, useCallback } from 'react'
import { useLocale } from 'use-intl'
import type { Insight } from '#contract/insights.ts'
import type { Me, User } from '#contract/users.ts'
import { CommentCount } from '../features/answers/foot.tsx'
import { rowIdPrefix } from '../features/insights/insight-row.tsx'
import { AddedTexts } from '../ui/added-texts.tsx'
import { answersTexts } from './answers-texts.ts'
import { useThreads } from './use-threads.tsx'

// Where it cannot be loaded, insights are read without it.
const InsightThread = lazy(() => import('./insight-thread.tsx').catch(() => ({ default: () => null })))

/** What was answered to insights: how much, and where it is opened. */
export function useInsightAnswers(user: Me | undefined, members: readonly User[]) {
  const texts = answersTexts(useLocale())
  const { place, toggle } = useThreads(rowIdPrefix)
  const isSignedIn = user !== undefined
  return {
    foot: useCallback(
      ({ id, comments }: Insight, isOpen: boolean) =>
        isSignedIn && (
          <Suspense>
            <AddedTexts load={texts}>
              <CommentCount count={comments} isOpen={isOpen} onToggle={() => toggle(id)} />
            </AddedTexts>
          </Suspense>
        ),
      [isSignedIn, texts, toggle],
    ),
    below: (insight: Insight) =>
      user && place(insight.id, <InsightThread of={insight} user={user} members={members} />),
  }
}
