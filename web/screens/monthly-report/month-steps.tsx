import { useTranslations } from 'use-intl'
import { useLocation } from 'wouter'
import { monthIn } from '../../features/monthly-report/month.ts'
import { useSession } from '../../features/session/session.tsx'
import { addMonths, type CalendarDate, monthOf } from '../../dates/dates.ts'
import { useShortcuts } from '../../hooks/use-shortcuts.ts'
import { StepButtons } from '../../ui/step-buttons.tsx'
import { pagePath } from '../../app/members-paths.ts'
import { monthPath } from '../../app/month-paths.ts'
import { besideTabs } from '../shared/month-or-week.tsx'

/**
 * Links to the previous and the next month. Future months have no link.
 * @param month YYYY-MM
 */
export function MonthSteps({ month, userId, today }: { month: string; userId: string; today: CalendarDate }) {
  const t = useTranslations('monthlyReport')
  const { user } = useSession()
  const [, go] = useLocation()
  const pathOf = (to: string) => {
    if (userId === user?.id && to === monthOf(today)) return pagePath('monthly-report')
    if (userId === user?.id && to === monthIn('previous', today)) return `${pagePath('monthly-report')}&period=previous`
    return monthPath({ month: to, user_id: userId })
  }
  const [before, after] = [-1, 1].map((by) => monthOf(addMonths(`${month}-01`, by))) as [string, string]
  const onPrevious = () => go(pathOf(before), { replace: true })
  const onNext = after <= monthOf(today) ? () => go(pathOf(after), { replace: true }) : undefined
  useShortcuts({ arrowleft: onPrevious, arrowright: onNext })
  return (
    <nav aria-label={t('chooseMonth')} className={`flex items-center gap-1 print:hidden ${besideTabs}`}>
      <StepButtons
        previous={{ label: t('previousMonth'), onClick: onPrevious }}
        next={{ label: t('nextMonth'), onClick: onNext }}
      />
    </nav>
  )
}
