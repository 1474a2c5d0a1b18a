import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Link } from 'wouter'
import type { MonthMembers } from '#contract/months.ts'
import { membersQuery } from '../../entities/members.ts'
import { monthIn, type Period } from '../../features/monthly-report/month.ts'
import { PeriodChoice } from '../../features/monthly-report/period-choice.tsx'
import { monthMembersQuery } from '../../features/month-approval/queries.ts'
import { ResultSkeleton } from '../../features/search/result-skeleton.tsx'
import { formatMonth } from '../../dates/format-date.ts'
import { useToday } from '../../dates/today.ts'
import { MemberName } from '../../domain/member-name.tsx'
import { useLoad } from '../../ui/load.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Empty } from '../../ui/states.tsx'
import { monthPath } from '../../app/month-paths.ts'

type Row = MonthMembers['members'][number]

const isHandedIn = ({ state }: Row) => state === 'submitted' || state === 'approved'

/** Lists the members who have not submitted their month, each with the completeness of the month (E5.09). */
export function MissingMonthlyReports() {
  const t = useTranslations('months')
  const language = useLocale()
  const today = useToday()
  const [period, choose] = useState<Period>('previous')
  const month = monthIn(period, today)
  const load = useLoad(useQuery(monthMembersQuery(month)))
  const waitedFor = load.data?.filter((row) => !isHandedIn(row))
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3 border-b border-rule py-3">
        <h2 className="t-17b">{formatMonth(language, `${month}-01`)}</h2>
        <PeriodChoice period={period} onChoose={choose} />
      </div>
      <Loaded
        load={{ ...load, data: waitedFor }}
        failed={t('listFailed')}
        skeleton={<ResultSkeleton />}
        empty={<Empty title={t('none', { state: 'open' })} />}
      >
        {(rows) => (
          <ul aria-label={t('states.open')}>
            {rows.map((row) => (
              <MemberRow key={row.user_id} row={row} month={month} />
            ))}
          </ul>
        )}
      </Loaded>
    </>
  )
}

function MemberRow({ row: { user_id, user_name, state, due, written }, month }: { row: Row; month: string }) {
  const t = useTranslations('months')
  const member = useQuery(membersQuery).data?.find(({ id }) => id === user_id)
  return (
    <li className="border-b border-rule">
      <Link
        href={monthPath({ month, user_id })}
        className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3.5 -outline-offset-2 hover:bg-hover"
      >
        <MemberName id={user_id} by={user_name} member={member} className="grow" />
        {state !== 'open' && <span className="t-12 text-text-3">{t(`states.${state}`)}</span>}
        <span className="t-14 text-text-2 tabular-nums">{t('complete', { written, due })}</span>
      </Link>
    </li>
  )
}
