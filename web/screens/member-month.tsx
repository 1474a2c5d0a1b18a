import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import { Link, useLocation } from 'wouter'
import type { Month } from '#contract/months.ts'
import type { Me } from '#contract/users.ts'
import { daysOffQuery } from '../features/calendar/queries.ts'
import { membersQuery } from '../features/members/queries.ts'
import { AchievementSkeleton } from '../features/monthly/achievement-skeleton.tsx'
import { AchievementTable } from '../features/monthly/achievement-table.tsx'
import { HeatStrip } from '../features/monthly/heat-strip.tsx'
import { daysOf } from '../features/monthly/month.ts'
import { MonthApproval } from '../features/months/month-approval.tsx'
import { monthQuery, waitingQuery } from '../features/months/queries.ts'
import { firstDayOf } from '../features/profile/first-day.ts'
import { useMissingPath } from './use-missing.ts'
import { monthOf } from '../lib/dates.ts'
import { formatMonth } from '../lib/format-date.ts'
import { useToday } from '../lib/today.ts'
import { useLoad } from '../ui/load.ts'
import { Loaded } from '../ui/loaded.tsx'
import { Screen } from '../ui/screen.tsx'
import { Empty } from '../ui/states.tsx'
import { textLink } from '../ui/text-link.ts'
import { monthPath, monthsPath } from './month-paths.ts'

/** A member's month as an administrator reads and decides on it; also one's own, of long ago. @param month YYYY-MM */
export function MemberMonth({ user, month, userId }: { user: Me; month: string; userId: string }) {
  const t = useTranslations('months')
  const report = useTranslations('monthlyReport')
  const language = useLocale()
  const today = useToday()
  const [, go] = useLocation()
  const queries = useQueryClient()
  const load = useLoad(useQuery(monthQuery(month, userId)))
  const mayDecide = useMayDecide(user, userId)
  const monthName = formatMonth(language, `${month}-01`)
  const heading = report('heading', { month: monthName })
  const title = load.data ? t('title', { name: load.data.user_name, heading }) : heading
  /** To the next that waits, as long as there is one. */
  const onDecided = async () => {
    const waiting = await queries.fetchQuery({ ...waitingQuery, staleTime: 0 }).catch(() => undefined)
    const [next] = waiting?.months ?? []
    go(next ? monthPath(next) : monthsPath())
  }
  return (
    <Screen
      title={title}
      load={load}
      above={
        user.is_admin && (
          <p className="t-13 print:hidden">
            <Link href={monthsPath()} className={`inline-flex items-center gap-1 ${textLink}`}>
              <ArrowLeft size={14} strokeWidth={1.75} aria-hidden />
              {t('all')}
            </Link>
          </p>
        )
      }
    >
      <Loaded load={load} failed={report('fetchError')} skeleton={<AchievementSkeleton />}>
        {(its) => (
          <>
            <div className="mt-6 border-t border-rule pt-4">
              <MonthApproval
                key={`${its.user_id} ${its.month}`}
                month={its}
                isOwn={userId === user.id}
                mayDecide={mayDecide}
                isUnderWay={month === monthOf(today)}
                onDecided={() => void onDecided()}
              />
            </div>
            {userId === user.id && <OwnDays user={user} month={its} today={today} />}
            <div className="mt-4 border-t-2 border-rule-ink">
              {its.reports.length > 0 ? (
                <AchievementTable entries={its.reports} />
              ) : (
                <Empty title={report('empty', { month: monthName })}>{report('emptyPastHint')}</Empty>
              )}
            </div>
          </>
        )}
      </Loaded>
    </Screen>
  )
}

/** Links to the days of one's own month without a report (E2.02). */
function OwnDays({ user, month, today }: { user: Me; month: Month; today: string }) {
  const { data: daysOff } = useQuery(daysOffQuery(month.month))
  const pathTo = useMissingPath(user, month.month)
  if (!daysOff) return null
  const days = daysOf(month.month, month.reports, { today, member: user, daysOff })
  return <HeatStrip days={days} today={today} firstDay={firstDayOf(user)} pathTo={pathTo} />
}

/** Administrators do; on their own months where there is no other one. */
export function useMayDecide(user: Me, userId: string): boolean {
  const isOwn = userId === user.id
  const members = useQuery({ ...membersQuery, enabled: user.is_admin && isOwn }).data
  const others = members?.some(({ id, is_admin, is_active }) => is_admin && is_active && id !== user.id)
  return user.is_admin && (!isOwn || others === false)
}
