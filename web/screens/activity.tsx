import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Plus, RotateCw } from 'lucide-react'
import { lazy, Suspense, useContext, useEffect, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Insight } from '#contract/insights.ts'
import { activityQuery } from '../features/activity/queries.ts'
import { TimelineSkeleton } from '../features/activity/timeline-skeleton.tsx'
import { Timeline, TimelineCard } from '../features/activity/timeline.tsx'
import { fortnightTo } from '../features/insights/fortnight.ts'
import { InsightMenu } from '../features/insights/insight-menu.tsx'
import { InsightSkeleton } from '../features/insights/insight-skeleton.tsx'
import { InsightTable } from '../features/insights/insight-table.tsx'
import { fortnightQuery } from '../features/insights/queries.ts'
import { useHasDraft } from '../features/insights/use-draft.ts'
import { membersQuery } from '../features/members/queries.ts'
import { ReportNote } from '../features/reports/notes.tsx'
import { useSession } from '../features/session/session.tsx'
import { formatDay } from '../lib/format-date.ts'
import { useOnline } from '../lib/online.ts'
import { useShortcuts } from '../lib/shortcuts.ts'
import { useTitle } from '../lib/title.ts'
import { useToday } from '../lib/today.ts'
import { Button } from '../ui/button.tsx'
import { FloatingButton } from '../ui/floating-button.tsx'
import { PanelPlace, slideOut } from '../ui/panel.tsx'
import { Empty, Failed, Waiting } from '../ui/states.tsx'

const loadPanel = () => import('../features/insights/insight-panel.tsx')
const InsightPanel = lazy(loadPanel)

/** What happened in the team, and its retrospective of two weeks (design: activity). */
export default function ActivityScreen() {
  const t = useTranslations('activity')
  const language = useLocale()
  useTitle(t('title'))
  const { user } = useSession()
  const today = useToday()
  const activity = useInfiniteQuery(activityQuery)
  const insights = useQuery(fortnightQuery(today))
  // For pictures and initials alone: without them the names do.
  const members = useQuery(membersQuery).data ?? []
  const offline = !useOnline()
  const { writing, write, close, button } = useWriting()
  const unfinished = useHasDraft(user?.id) && !writing

  const known = activity.data !== undefined || insights.data !== undefined
  const stale = (activity.data !== undefined && activity.isError) || (insights.data !== undefined && insights.isError)
  const waiting = (activity.isPending || insights.isPending) && !offline
  const retry = () => {
    void activity.refetch()
    void insights.refetch()
  }
  const nextPage = () => {
    // After a failure the next look asks again only when somebody scrolls on.
    if (activity.hasNextPage && !activity.isFetching && !activity.isFetchNextPageError) void activity.fetchNextPage()
  }
  const { since, until } = fortnightTo(today)

  return (
    <div
      aria-busy={waiting}
      className="@container mx-auto w-full max-w-(--content) px-4 pt-5 pb-24 md:px-8 md:pt-8 xl:px-10"
    >
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-1">
        <h1 className="d-26">{t('title')}</h1>
        {waiting && (
          <Waiting>
            <p role="status" className="t-13 text-text-2">
              {t('loading')}
            </p>
          </Waiting>
        )}
      </header>
      <div className="my-4 flex flex-col gap-2 empty:hidden">
        {known && offline && <ReportNote kind="offline">{t('staleOffline')}</ReportNote>}
        {stale && !offline && (
          <ReportNote kind="offline" actions={[{ label: t('retry'), onClick: retry }]}>
            {t('staleError')}
          </ReportNote>
        )}
        {unfinished && (
          <ReportNote kind="started" actions={[{ label: t('draftContinue'), onClick: () => write() }]}>
            {t('draftWaiting')}
          </ReportNote>
        )}
      </div>
      {!known && offline ? (
        <Failed calm title={t('offline')}>
          {t('offlineHint')}
        </Failed>
      ) : (
        <>
          <div className="mt-4">
            <TimelineCard onNearEnd={nextPage}>
              {activity.data ? (
                <Timeline
                  entries={activity.data.pages.flatMap(({ entries }) => entries)}
                  members={members}
                  userId={user?.id}
                  today={today}
                  actions={({ id, kind }) => {
                    const own = kind === 'insight' && insights.data?.find((insight) => insight.id === id)
                    return own && own.user_id === user?.id && <InsightMenu insight={own} onEdit={write} />
                  }}
                />
              ) : activity.isError ? (
                <Again onClick={() => void activity.refetch()} />
              ) : (
                <TimelineSkeleton />
              )}
            </TimelineCard>
          </div>
          <section aria-labelledby="retrospective" className="mt-9">
            <header className="flex flex-wrap items-baseline gap-x-3 border-b-2 border-rule-ink pb-2.5">
              <h2 id="retrospective" className="t-17b">
                {t('retrospective')}
              </h2>
              <p className="t-13 text-text-2">
                {t('days', { from: formatDay(language, since), to: formatDay(language, until) })}
              </p>
            </header>
            {insights.data && insights.data.length > 0 && (
              <InsightTable insights={insights.data} members={members} userId={user?.id} onEdit={write} />
            )}
            {insights.data?.length === 0 && (
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
            )}
            {insights.isPending && !offline && <InsightSkeleton />}
            {insights.isError && !insights.data && !offline && <Again onClick={() => void insights.refetch()} />}
          </section>
        </>
      )}
      {!writing && (
        <FloatingButton ref={button} label={t('write')} icon={Plus} tone="ai" shortcut="N" onClick={() => write()} />
      )}
      {writing && (
        <Suspense>
          <InsightPanel userId={user?.id} existing={writing.existing} onClose={close} />
        </Suspense>
      )}
    </div>
  )
}

/** A list that cannot be read is empty in silence (S8.20); the way to try again is all there is to see. */
function Again({ onClick }: { onClick: () => void }) {
  const t = useTranslations('activity')
  return (
    <div className="grid place-items-center py-10">
      <Button kind="ghost" onClick={onClick}>
        <RotateCw size={16} strokeWidth={1.75} aria-hidden />
        {t('retry')}
      </Button>
    </div>
  )
}

/** Opens and closes the panel; the focus goes back to where an insight was chosen, otherwise to the floating button. */
function useWriting() {
  const [writing, setWriting] = useState<{ existing: Insight | undefined }>()
  const opener = useRef<Element>(null)
  const button = useRef<HTMLButtonElement>(null)
  const place = useContext(PanelPlace)
  const before = useRef(false)
  useEffect(() => {
    if (before.current && !writing) {
      const back = opener.current?.isConnected ? opener.current : button.current
      if (back instanceof HTMLElement) back.focus()
    }
    before.current = writing !== undefined
  }, [writing])
  useEffect(() => {
    // Opening the panel says so if it cannot be loaded.
    loadPanel().catch(() => undefined)
  }, [])
  const write = (existing?: Insight) => {
    opener.current = existing ? document.activeElement : null
    setWriting({ existing })
  }
  useShortcuts({ n: writing ? undefined : () => write() })
  return { writing, write, close: () => void slideOut(place).then(() => setWriting(undefined)), button }
}
