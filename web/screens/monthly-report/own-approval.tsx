import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import type { Me } from '#contract/users.ts'
import { MonthApproval } from '../../features/month-approval/month-approval.tsx'
import { membersQuery } from '../../entities/members.ts'
import { monthQuery, waitingQuery } from '../../features/month-approval/queries.ts'
import { type CalendarDate, monthOf } from '../../dates/dates.ts'
import { useLoad } from '../../ui/load.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { textLink } from '../../ui/text-link.ts'
import { useMayDecide } from './member-month.tsx'
import { monthsPath } from '../../app/month-paths.ts'

/** Returns the queries that `OwnApproval` needs. */
export function useOwnApproval(user: Me | undefined, month: string, isShown: boolean) {
  const isAdmin = isShown && user?.is_admin === true
  return [
    useQuery({ ...monthQuery(month, user?.id ?? ''), enabled: isShown && user !== undefined }),
    useQuery({ ...waitingQuery, enabled: isAdmin }),
    useQuery({ ...membersQuery, enabled: isAdmin }),
  ]
}

/** Shows the state of the member's own month. Shows administrators also how many months wait for their decision. */
export function OwnApproval({
  user,
  month,
  missing,
  today,
}: {
  user: Me
  month: string
  missing: readonly CalendarDate[]
  today: CalendarDate
}) {
  const t = useTranslations('months')
  const load = useLoad(useQuery(monthQuery(month, user.id)))
  const waiting = useQuery({ ...waitingQuery, enabled: user.is_admin }).data?.total
  const mayDecide = useMayDecide(user, user.id)
  return (
    <>
      <div className="mt-6 min-h-15 border-t border-rule pt-4">
        <Loaded load={load} failed={t('listFailed')} inCard>
          {(its) => (
            <MonthApproval
              month={its}
              missing={missing}
              isOwn
              mayDecide={mayDecide}
              isUnderWay={month === monthOf(today)}
            />
          )}
        </Loaded>
      </div>
      {Boolean(waiting) && (
        <p className="mt-4 t-14 print:hidden">
          <Link href={monthsPath()} className={textLink}>
            {t('waiting', { count: waiting! })}
          </Link>
        </p>
      )}
    </>
  )
}
