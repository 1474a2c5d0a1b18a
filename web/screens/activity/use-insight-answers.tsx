import { useCallback } from 'react'
import type { Insight } from '#contract/insights.ts'
import type { Me, User } from '#contract/users.ts'
import { CommentCount } from '../../features/comments/report-foot.tsx'
import { useDrafted } from '../../features/comments/use-drafted.ts'
import { insightRowIdPrefix } from '../../features/insights/insight-row.tsx'
import { useThreads } from '../shared/use-threads.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'

// Until this code is loaded, insights are shown without their comments.
const InsightThread = lazyPart(() => import('./insight-thread.tsx'))

/** Renders the comments of insights: their number, and the thread. */
export function useInsightAnswers(user: Me | undefined, members: readonly User[]) {
  const { place, toggle, reply } = useThreads(insightRowIdPrefix)
  const isSignedIn = user !== undefined
  const drafted = useDrafted(user?.id)
  return {
    foot: useCallback(
      ({ id, comments }: Insight, isOpen: boolean) =>
        isSignedIn && (
          <CommentCount
            count={comments}
            isOpen={isOpen}
            hasDraft={drafted.has(id)}
            onToggle={() => toggle(id)}
            onReply={() => reply(id)}
          />
        ),
      [isSignedIn, drafted, toggle, reply],
    ),
    below: (insight: Insight) =>
      user && place(insight.id, <InsightThread of={insight} user={user} members={members} />),
  }
}
