import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useMemo } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useSearchParams } from 'wouter'
import { activityQuery } from '../../features/activity/queries.ts'
import { TimelineSkeleton } from '../../features/activity/timeline-skeleton.tsx'
import { Timeline, TimelineCard } from '../../features/activity/timeline.tsx'
import { fortnightTo } from '../../features/insights/fortnight.ts'
import { insightRowIdPrefix } from '../../features/insights/insight-row.tsx'
import { InsightMenu } from '../../features/insights/insight-menu.tsx'
import { InsightSkeleton } from '../../features/insights/insight-skeleton.tsx'
import { InsightTable } from '../../features/insights/insight-table.tsx'
import { fortnightQuery } from '../../features/insights/queries.ts'
import { insightDrafts } from '../../features/insights/drafts.ts'
import { QueuedInsights } from '../../features/insights/queued-insights.tsx'
import { currentInsight, useWriting } from '../../features/insights/use-writing.ts'
import { membersQuery } from '../../entities/members.ts'
import { useSession } from '../../features/session/session.tsx'
import { addDays, dateUpTo } from '../../dates/dates.ts'
import { useHasDraft } from '../../storage/drafts/use-draft.ts'
import { formatDay } from '../../dates/format-date.ts'
import { usePrefetch } from '../../platform/prefetch.ts'
import { useToday } from '../../dates/today.ts'
import { useMedia } from '../../hooks/use-media.ts'
import { useScrollToHash } from '../../hooks/use-scroll-to-hash.ts'
import { Button } from '../../ui/button.tsx'
import { FloatingButton } from '../../ui/floating-button.tsx'
import { lazyScreen } from '../../ui/lazy-screen.tsx'
import { pendingUntil, useAreAnswered, useLoad, useLoads } from '../../ui/load.ts'
import { Loaded, LoadedParts } from '../../ui/loaded.tsx'
import { Note } from '../../ui/note.tsx'
import { Screen } from '../../ui/screen.tsx'
import { Empty } from '../../ui/states.tsx'
import { threadParameter } from '../../app/members-paths.ts'
import { useOrphanedComments } from '../shared/use-orphaned-comments.ts'
import { useInsightAnswers } from './use-insight-answers.tsx'

const { Screen: InsightPanel, load: loadPanel } = lazyScreen(() => import('../../features/insights/insight-panel.tsx'))

/** The team's activity, and its retrospective of the last two weeks (design: activity). */
export default function ActivityScreen() {
  const t = useTranslations('activity')
  const language = useLocale()
  const { user } = useSession()
  const today = useToday()
  const activity = useInfiniteQuery(activityQuery)
  // A link to an older search result sets `until`, the last day of the two weeks that are shown.
  const [search] = useSearchParams()
  const until = dateUpTo(today, search.get('until'))
  const insights = useQuery(fortnightQuery(until, today))
  const ids = useMemo(() => insights.data?.map(({ id }) => id), [insights.data])
  // The days of the fetched insights are in the team's time zone, so the first and the last day may be incomplete here.
  const days = { since: addDays(fortnightTo(until).since, 1), until: addDays(until, -1) }
  useOrphanedComments(user?.id, 'insight', { ...days, ids, isFresh: insights.isFetchedAfterMount })
  const isShown = useAreAnswered([activity, insights])
  const insightsLoad = pendingUntil(isShown, useLoad(insights))
  const activityLoad = pendingUntil(isShown, useLoad(activity))
  const load = useLoads(activity.data ?? insights.data, activity, insights)
  // Only pictures and initials need the members, so the screen does not wait for them.
  const members = useQuery(membersQuery).data ?? []
  const answers = useInsightAnswers(user, members)
  const { writing, write, close, button } = useWriting()
  // On a small screen, a floating button would cover insights.
  const isSmall = useMedia('(width < 48rem)')
  const unfinished = useHasDraft(insightDrafts, user && insightDrafts.key(user.id)) && !writing
  usePrefetch('activity', 0, loadPanel)

  // Destructured during render, because TanStack Query only updates the component for properties that it has read then.
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = activity
  const nextPage = () => {
    // Fetches nothing after an error: the note above has a button to retry.
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage()
  }
  const { since } = fortnightTo(until)
  useScrollToHash('insight', insights.data !== undefined && isShown)

  return (
    <Screen
      title={t('title')}
      load={load}
      notes={
        unfinished && (
          <Note kind="started" actions={[{ label: t('draftContinue'), onClick: () => write() }]}>
            {t('draftUnfinished')}
          </Note>
        )
      }
    >
      {/* If the activity cannot be loaded, no error is shown here, only a button to retry (S8.20). */}
      <LoadedParts load={load} keepsDrafts>
        <div className="mt-4">
          <TimelineCard onNearEnd={nextPage}>
            <Loaded load={activityLoad} skeleton={<TimelineSkeleton />}>
              {({ pages }) => (
                <Timeline
                  entries={pages.flatMap(({ entries }) => entries)}
                  members={members}
                  userId={user?.id}
                  today={today}
                  actions={({ id, kind, user_id }) => {
                    const isOwn = kind === 'insight' && user_id === user?.id
                    const own = isOwn && insights.data?.find((insight) => insight.id === id)
                    return own && <InsightMenu insight={own} onEdit={write} />
                  }}
                />
              )}
            </Loaded>
          </TimelineCard>
        </div>
        {/* Waits until the timeline above is loaded, because the timeline would push this section down. */}
        {isShown && (
          <section aria-labelledby="retrospective" className="mt-9">
            <header className="flex items-end justify-between gap-3 border-b-2 border-rule-ink pb-2.5">
              <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
                <h2 id="retrospective" className="t-17b">
                  {t('retrospective')}
                </h2>
                <p className="t-13 text-text-2">
                  {t('days', { from: formatDay(language, since), to: formatDay(language, until) })}
                </p>
              </div>
              {isSmall && (
                <button
                  ref={button}
                  type="button"
                  aria-label={t('write')}
                  onClick={() => write()}
                  className="grid size-11 shrink-0 cursor-pointer place-items-center rounded-full bg-ai text-on-ai active:bg-ai-pressed forced-colors:border"
                >
                  <Plus size={20} strokeWidth={1.75} aria-hidden />
                </button>
              )}
            </header>
            <QueuedInsights userId={user?.id} />
            <Loaded
              load={insightsLoad}
              skeleton={<InsightSkeleton />}
              empty={
                <Empty
                  title={t('empty')}
                  actions={
                    <Button kind="line" onClick={() => write()}>
                      <Plus size={16} strokeWidth={1.75} aria-hidden />
                      {t('write')}
                    </Button>
                  }
                >
                  {t('emptyHint')}
                </Empty>
              }
            >
              {(list) => (
                <InsightTable
                  key={until}
                  insights={list}
                  members={members}
                  userId={user?.id}
                  soughtId={search.get(threadParameter) ?? window.location.hash.slice(`#${insightRowIdPrefix}`.length)}
                  onEdit={write}
                  {...answers}
                />
              )}
            </Loaded>
          </section>
        )}
      </LoadedParts>
      {!isSmall && !writing && (
        <FloatingButton ref={button} label={t('write')} icon={Plus} tone="ai" shortcut="N" onClick={() => write()} />
      )}
      {writing && (
        <InsightPanel
          key={writing.existing?.id ?? 'new'}
          userId={user?.id}
          insightId={writing.existing?.id}
          saved={writing.existing && currentInsight(writing.existing, insights.data, { since, until })}
          onClose={close}
        />
      )}
    </Screen>
  )
}
