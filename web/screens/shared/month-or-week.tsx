import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { monthIn } from '../../features/monthly-report/month.ts'
import { useSession } from '../../features/session/session.tsx'
import { paths } from '../../app/paths.ts'
import { addDays, addMonths, type CalendarDate, monthOf } from '../../dates/dates.ts'
import { useToday } from '../../dates/today.ts'
import { pagePath, weekPath } from '../../app/members-paths.ts'
import { monthPath } from '../../app/month-paths.ts'

/**
 * Returns the day that the week tab opens: the chosen day if it is in the month. Otherwise returns today if the month
 * is the present one, or else the last day of the month.
 */
export function dayOfWeekTab(
  month: string,
  { today, chosen }: { today: CalendarDate; chosen: string | null },
): CalendarDate {
  if (chosen !== null && monthOf(chosen) === month) return chosen
  return month === monthOf(today) ? today : addDays(addMonths(`${month}-01`, 1), -1)
}

/** On narrow screens, moves the arrows of the screen into the row of the tabs. There, a long title cannot move them. */
export const besideTabs = '@max-3xl:absolute @max-3xl:top-0 @max-3xl:-right-2'

/**
 * Shows the two tabs of the monthly report, each with its own URL (E5.08).
 * @param date a day in the month or week that is shown
 */
export function MonthOrWeek({ shown, date }: { shown: 'month' | 'week'; date: CalendarDate }) {
  const t = useTranslations('monthlyReport')
  const today = useToday()
  const { user } = useSession()
  const at = (path: string) => `${path}&date=${date}`
  const monthHref = () => {
    const month = monthOf(date)
    if (month === monthOf(today)) return date === today ? pagePath('monthly-report') : at(pagePath('monthly-report'))
    const isPrevious = month === monthIn('previous', today)
    return at(
      isPrevious || !user ? `${pagePath('monthly-report')}&period=previous` : monthPath({ month, user_id: user.id }),
    )
  }
  const tabs = [
    ['month', monthHref()],
    ['week', date === today ? paths.week : weekPath(date)],
  ] as const
  return (
    <nav aria-label={t('tabs')} className="mb-4 flex gap-6 print:hidden">
      {tabs.map(([tab, href]) => (
        <Link
          key={tab}
          href={href}
          aria-current={tab === shown ? 'page' : undefined}
          className="flex min-h-11 items-center border-b-2 pointer-coarse:min-w-11 pointer-coarse:justify-center border-transparent t-14 text-text-2 hover:text-text aria-[current]:border-ai-text aria-[current]:font-semibold aria-[current]:text-text"
        >
          {t(tab)}
        </Link>
      ))}
    </nav>
  )
}
