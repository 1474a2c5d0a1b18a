import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { hasEnded } from '#contract/blockers.ts'
import { paths, settingsPath } from '../../app/paths.ts'
import { ImportsGoingOn } from '../../features/backlog/import-progress.tsx'
import { Backlog } from '../../features/dashboard/backlog.tsx'
import { Counting, Figures } from '../../features/dashboard/figures.tsx'
import { endedBlockersQuery, openBlockersQuery } from '../../features/blockers/queries.ts'
import { dashboardQuery, statsQuery } from '../../features/dashboard/queries.ts'
import { RateChart } from '../../features/dashboard/rate-chart.tsx'
import {
  BacklogSkeleton,
  ChartSkeleton,
  FiguresSkeleton,
  TeamDaySkeleton,
} from '../../features/dashboard/dashboard-skeletons.tsx'
import { TeamDay } from '../../features/dashboard/team-day.tsx'
import { RecentReports } from '../../features/dashboard/recent-reports.tsx'
import { membersQuery } from '../../entities/members.ts'
import { formatDayAndWeekday } from '../../dates/format-date.ts'
import { useToday } from '../../dates/today.ts'
import { pendingUntil, useAreAnswered, useLoad, useLoads } from '../../ui/load.ts'
import { Loaded, LoadedParts } from '../../ui/loaded.tsx'
import { Screen } from '../../ui/screen.tsx'
import { textLink } from '../../ui/text-link.ts'
import { DashboardBlockers } from './dashboard-blockers.tsx'
import { pagePath, reportPath } from '../../app/members-paths.ts'

/** The dashboard: the member's figures, the team's day and weeks, and the member's backlog (design: dashboard). */
export default function DashboardScreen() {
  const t = useTranslations('dashboard')
  const language = useLocale()
  const ownToday = useToday()
  const day = useQuery(dashboardQuery(ownToday))
  const stats = useQuery(statsQuery(ownToday))
  const unresolved = useQuery(openBlockersQuery)
  const ended = [useQuery(endedBlockersQuery('resolved')), useQuery(endedBlockersQuery('unmentioned'))]
  // Only pictures and initials need the members, so the screen does not wait for them.
  const members = useQuery(membersQuery).data ?? []
  const isShown = useAreAnswered([day, stats, unresolved, ...ended])
  const dayLoad = pendingUntil(isShown, useLoad(day))
  const statsLoad = pendingUntil(isShown, useLoad(stats))
  const load = pendingUntil(isShown, useLoads(day.data ?? stats.data, day, stats))
  const today = day.data?.today.date ?? ownToday
  const dayHref = (date: string) => reportPath(date === ownToday ? undefined : date)
  const backlogHref = settingsPath('backlog-settings')

  return (
    <Screen
      title={t('title')}
      lead={
        <p className="t-14 text-text-2">
          <time dateTime={today}>{formatDayAndWeekday(language, today)}</time>
        </p>
      }
      aside={
        statsLoad.data && (
          <Link href={pagePath('activity')} className={`t-13 ${textLink}`}>
            {t('insights', { count: statsLoad.data.insights_this_month })}
          </Link>
        )
      }
      ruled
      load={load}
    >
      <LoadedParts load={load} failed={t('error')} failedHint={t('errorHint')}>
        <Loaded load={statsLoad} skeleton={<FiguresSkeleton />} failed={t('partFailed')} inCard>
          {(figures) => (
            <>
              <Figures stats={figures} blockers={unresolved.data?.filter((one) => !hasEnded(one))} today={today} />
              <Counting />
            </>
          )}
        </Loaded>
        <div className="mt-8 grid gap-x-12 gap-y-10 @min-[768px]:grid-cols-2">
          <div className="flex min-w-0 flex-col gap-10">
            <DashboardBlockers isShown={isShown} members={members} dayHref={dayHref} />
            <Loaded load={dayLoad} skeleton={<TeamDaySkeleton />} failed={t('partFailed')} inCard>
              {(data) => <RecentReports reports={data.recent} members={members} dayHref={dayHref} />}
            </Loaded>
          </div>
          <div className="flex min-w-0 flex-col gap-10">
            <Loaded load={dayLoad} skeleton={<TeamDaySkeleton />} failed={t('partFailed')} inCard>
              {(data) => <TeamDay today={data.today} members={members} dayHref={dayHref} teamHref={paths.team} />}
            </Loaded>
            <Loaded load={statsLoad} skeleton={<ChartSkeleton />} failed={t('partFailed')} inCard>
              {(figures) => <RateChart weeks={figures.weekly} />}
            </Loaded>
            <Loaded load={dayLoad} skeleton={<BacklogSkeleton />} failed={t('partFailed')} inCard>
              {(data) => <Backlog items={data.backlog} settingsHref={backlogHref} notice={<ImportsGoingOn />} />}
            </Loaded>
          </div>
        </div>
      </LoadedParts>
    </Screen>
  )
}
