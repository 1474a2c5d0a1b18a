import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import { Link, useLocation, useSearchParams } from 'wouter'
import type { Month } from '#contract/months.ts'
import type { Me } from '#contract/users.ts'
import { daysOffQuery } from '../../entities/days-off.ts'
import { membersQuery } from '../../entities/members.ts'
import { AchievementSkeleton } from '../../features/monthly-report/achievement-skeleton.tsx'
import { AchievementTable } from '../../features/monthly-report/achievement-table.tsx'
import { Completeness } from '../../features/monthly-report/completeness.tsx'
import { HeatStrip } from '../../features/monthly-report/heat-strip.tsx'
import { countBlockers, daysOf, missingDays } from '../../features/monthly-report/month.ts'
import { MonthApproval } from '../../features/month-approval/month-approval.tsx'
import { monthQuery, waitingQuery } from '../../features/month-approval/queries.ts'
import { useApprovalShown } from '../../features/month-approval/use-approval-shown.ts'
import { useFirstDayOfWeek } from '../../features/account/first-day-of-week.ts'
import { useMissingPath } from '../shared/use-missing.ts'
import { type CalendarDate, monthOf } from '../../dates/dates.ts'
import { formatMonth } from '../../dates/format-date.ts'
import { useToday } from '../../dates/today.ts'
import { pendingUntil, useAreAnswered, useLoad } from '../../ui/load.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Screen } from '../../ui/screen.tsx'
import { Empty } from '../../ui/states.tsx'
import { textLink } from '../../ui/text-link.ts'
import { reportPath } from '../../app/members-paths.ts'
import { dayOfWeekTab, MonthOrWeek } from '../shared/month-or-week.tsx'
import { monthPath, monthsPath } from '../../app/month-paths.ts'
import { MonthSteps } from './month-steps.tsx'

/**
 * Shows an administrator the month of a member, to approve or return it. Also shows a member their own older months.
 * @param month YYYY-MM
 */
export function MemberMonth({ user, month, userId }: { user: Me; month: string; userId: string }) {
  const t = useTranslations('months')
  const report = useTranslations('monthlyReport')
  const language = useLocale()
  const today = useToday()
  const [, go] = useLocation()
  const [search] = useSearchParams()
  const queries = useQueryClient()
  const its = useQuery(monthQuery(month, userId))
  const daysOff = useQuery(daysOffQuery(month))
  const members = useQuery(membersQuery)
  const isShown = useAreAnswered([its, daysOff, members], `${userId} ${month}`)
  const load = pendingUntil(isShown, useLoad(its))
  const mayDecide = useMayDecide(user, userId)
  const monthName = formatMonth(language, `${month}-01`)
  const heading = report('heading', { month: monthName })
  const title = load.data ? t('title', { name: load.data.user_name, heading }) : heading
  /** Opens the next submitted month, if there is one. */
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
        <>
          <MonthOrWeek shown="month" date={dayOfWeekTab(month, { today, chosen: search.get('date') })} />
          {user.is_admin && (
            <p className="mb-1 t-13 print:hidden">
              <Link href={monthsPath()} className={`inline-flex items-center gap-1 ${textLink}`}>
                <ArrowLeft size={14} strokeWidth={1.75} aria-hidden />
                {t('all')}
              </Link>
            </p>
          )}
        </>
      }
      aside={<MonthSteps month={month} userId={userId} today={today} />}
    >
      <Loaded load={load} failed={report('fetchError')} skeleton={<AchievementSkeleton />}>
        {(its) => (
          <MonthWithDays
            key={`${its.user_id} ${its.month}`}
            user={user}
            month={its}
            today={today}
            mayDecide={mayDecide}
            onDecided={() => void onDecided()}
          />
        )}
      </Loaded>
    </Screen>
  )
}

/**
 * Shows the state of the month, its completeness (E5.09) and its reports. In the member's own month each day links to
 * its report.
 */
function MonthWithDays({
  user,
  month,
  today,
  mayDecide,
  onDecided,
}: {
  user: Me
  month: Month
  today: CalendarDate
  mayDecide: boolean
  onDecided: () => void
}) {
  const report = useTranslations('monthlyReport')
  const monthName = formatMonth(useLocale(), `${month.month}-01`)
  const isOwn = month.user_id === user.id
  const showsApproval = useApprovalShown(user.team.month_approval)
  const { data: daysOff } = useQuery(daysOffQuery(month.month))
  const { data: members } = useQuery({ ...membersQuery, enabled: !isOwn })
  const ownPathTo = useMissingPath(user, month.month)
  const firstDay = useFirstDayOfWeek(user)
  const member = isOwn ? user : members?.find(({ id }) => id === month.user_id)
  const days = daysOff && member && daysOf(month.month, month.reports, { today, member, daysOff })
  return (
    <>
      {showsApproval && (
        <div className="mt-6 border-t border-rule pt-4">
          <MonthApproval
            month={month}
            missing={missingDays(days ?? [])}
            isOwn={isOwn}
            mayDecide={mayDecide}
            isUnderWay={month.month === monthOf(today)}
            onDecided={onDecided}
          />
        </div>
      )}
      {days && !isOwn && <Completeness days={days} issues={countBlockers(month.reports)} />}
      {days && <HeatStrip days={days} today={today} firstDay={firstDay} pathTo={isOwn ? ownPathTo : undefined} />}
      <div className="mt-4 border-t-2 border-rule-ink">
        {month.reports.length > 0 ? (
          <AchievementTable entries={month.reports} pathTo={isOwn ? reportPath : undefined} />
        ) : (
          <Empty title={report('empty', { month: monthName })}>{report('emptyPastHint')}</Empty>
        )}
      </div>
    </>
  )
}

/**
 * Returns whether the member is an administrator who may decide on this month. Administrators decide on their own
 * months only if there is no other administrator.
 */
export function useMayDecide(user: Me, userId: string): boolean {
  const isOwn = userId === user.id
  const members = useQuery({ ...membersQuery, enabled: user.is_admin && isOwn }).data
  const others = members?.some(({ id, is_admin, is_active }) => is_admin && is_active && id !== user.id)
  return user.is_admin && (!isOwn || others === false)
}
