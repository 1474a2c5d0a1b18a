import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { pagePath, paths, reportPath, settingsPath } from '../app/paths.ts'
import { Backlog } from '../features/dashboard/backlog.tsx'
import { Counting, Figures } from '../features/dashboard/figures.tsx'
import { Answered } from '../features/dashboard/part.tsx'
import { dashboardQuery, statsQuery } from '../features/dashboard/queries.ts'
import { RateChart } from '../features/dashboard/rate-chart.tsx'
import { BacklogSkeleton, ChartSkeleton, FiguresSkeleton, TeamSkeleton } from '../features/dashboard/skeletons.tsx'
import { TeamDay } from '../features/dashboard/team-day.tsx'
import { OpenBlockers, RecentReports } from '../features/dashboard/team-lists.tsx'
import { membersQuery } from '../features/members/queries.ts'
import { ReportNote } from '../features/reports/notes.tsx'
import { formatDayAndWeekday } from '../lib/format-date.ts'
import { useOnline } from '../lib/online.ts'
import { useTitle } from '../lib/title.ts'
import { useToday } from '../lib/today.ts'
import { Button } from '../ui/button.tsx'
import { Failed, Waiting } from '../ui/states.tsx'
import { textLink } from '../ui/text-link.ts'

/** How it stands: my figures, the team's day and its weeks, my backlog (design: dashboard). */
export default function DashboardScreen() {
  const t = useTranslations('dashboard')
  const language = useLocale()
  useTitle(t('title'))
  const browserToday = useToday()
  const day = useQuery(dashboardQuery(browserToday))
  const stats = useQuery(statsQuery(browserToday))
  // For pictures and initials alone: without them the names of the rows do.
  const members = useQuery(membersQuery).data ?? []
  const offline = !useOnline()

  const known = day.data !== undefined || stats.data !== undefined
  const failed = day.isError && stats.isError
  const stale = (day.data !== undefined && day.isError) || (stats.data !== undefined && stats.isError)
  const waiting = (day.isPending || stats.isPending) && !offline
  const today = day.data?.today.date ?? browserToday
  /** Where the team has tomorrow already, this browser cannot show that day yet. */
  const dayHref = (date: string) =>
    date > browserToday ? undefined : reportPath(date === browserToday ? undefined : date)
  const backlogHref = settingsPath('backlog-settings')
  const retry = () => {
    void day.refetch()
    void stats.refetch()
  }

  return (
    <div
      aria-busy={waiting}
      className="@container mx-auto w-full max-w-(--content) px-4 pt-5 pb-24 md:px-8 md:pt-8 xl:px-10"
    >
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-1 border-b-2 border-rule-ink pb-5">
        <div>
          <h1 className="d-26">{t('title')}</h1>
          <p className="t-14 text-text-2">
            <time dateTime={today}>{formatDayAndWeekday(language, today)}</time>
          </p>
        </div>
        {stats.data && (
          <Link href={pagePath('activity')} className={`t-13 ${textLink}`}>
            {t('insights', { count: stats.data.insights_this_month })}
          </Link>
        )}
        {waiting && (
          <Waiting>
            <p role="status" className="t-13 text-text-2">
              {t('loading')}
            </p>
          </Waiting>
        )}
      </header>
      {known && (offline || stale) && (
        <div className="mt-4">
          {offline ? (
            <ReportNote kind="offline">{t('staleOffline')}</ReportNote>
          ) : (
            <ReportNote kind="offline" actions={[{ label: t('retry'), onClick: retry }]}>
              {t('staleError')}
            </ReportNote>
          )}
        </div>
      )}
      {!known && offline && (
        <Failed calm title={t('offline')}>
          {t('offlineHint')}
        </Failed>
      )}
      {!known && failed && !offline && (
        <Failed
          title={t('error')}
          actions={
            <Button kind="line" onClick={retry}>
              <RotateCw size={16} strokeWidth={1.75} aria-hidden />
              {t('retry')}
            </Button>
          }
        >
          {t('errorHint')}
        </Failed>
      )}
      {(known || (!failed && !offline)) && (
        <>
          <Answered query={stats} skeleton={<FiguresSkeleton />}>
            {(figures) => (
              <>
                <Figures stats={figures} today={today} />
                <Counting />
              </>
            )}
          </Answered>
          <div className="mt-8 grid gap-x-12 gap-y-10 @min-[768px]:grid-cols-2">
            <div className="flex min-w-0 flex-col gap-10">
              <Answered query={day} skeleton={<TeamSkeleton />}>
                {(data) => (
                  <>
                    <TeamDay today={data.today} members={members} dayHref={dayHref} teamHref={paths.team} />
                    <OpenBlockers blockers={data.blockers} today={today} members={members} dayHref={dayHref} />
                    <RecentReports reports={data.recent} members={members} dayHref={dayHref} />
                  </>
                )}
              </Answered>
            </div>
            <div className="flex min-w-0 flex-col gap-10">
              <Answered query={stats} skeleton={<ChartSkeleton />}>
                {(figures) => <RateChart weeks={figures.weekly} />}
              </Answered>
              <Answered query={day} skeleton={<BacklogSkeleton />}>
                {(data) => <Backlog items={data.backlog} settingsHref={backlogHref} />}
              </Answered>
            </div>
          </div>
        </>
      )}
    </div>
  )
}
