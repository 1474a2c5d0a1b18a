import { lazy, Suspense } from 'react'
import { useLocale } from 'use-intl'
import type { Insight } from '#contract/insights.ts'
import type { Me, User } from '#contract/users.ts'
import { CommentCount } from '../features/answers/foot.tsx'
import { rowIdPrefix } from '../features/insights/insight-table.tsx'
import { AddedTexts } from '../ui/added-texts.tsx'
import { answersTexts } from './answers-texts.ts'
import { useThreads } from './use-threads.tsx'

// Where it cannot be loaded, insights are read without it.
const InsightThread = lazy(() => import('./insight-thread.tsx').catch(() => ({ default: () => null })))

/** What was answered to insights: how much, and where it is opened. */
export function useInsightAnswers(user: Me | undefined, members: readonly User[]) {
  const texts = answersTexts(useLocale())
  const threads = useThreads(rowIdPrefix)
  return {
    foot: ({ id, comments }: Insight) =>
      user && (
        <Suspense>
          <AddedTexts load={texts}>
            <CommentCount count={comments} isOpen={threads.open.has(id)} onToggle={() => threads.toggle(id)} />
          </AddedTexts>
        </Suspense>
      ),
    below: (insight: Insight) =>
      user && threads.place(insight.id, <InsightThread of={insight} user={user} members={members} />),
  }
}
