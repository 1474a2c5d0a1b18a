import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { useSearchParams } from 'wouter'
import type { MonthStanding } from '#contract/months.ts'
import { membersQuery } from '../../entities/members.ts'
import { monthsQuery } from '../../features/month-approval/queries.ts'
import { ResultList } from '../../features/search/result-list.tsx'
import { ResultSkeleton } from '../../features/search/result-skeleton.tsx'
import { ownDate } from '../../dates/own-zone.ts'
import { removeDuplicates } from '../../api/remove-duplicates.ts'
import { formatMonth } from '../../dates/format-date.ts'
import { useToday } from '../../dates/today.ts'
import { useLoad } from '../../ui/load.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { Screen } from '../../ui/screen.tsx'
import { Empty } from '../../ui/states.tsx'
import { monthPath } from '../../app/month-paths.ts'
import { MonthOrWeek } from '../shared/month-or-week.tsx'
import { MissingMonthlyReports } from './missing-monthly-reports.tsx'

/** The states of a month that have a tab, in the order of the tabs. */
const listed = ['submitted', 'open', 'reopened', 'returned', 'approved'] as const
type Listed = (typeof listed)[number]

const rowOf = (month: MonthStanding) => ({
  ...month,
  id: `${month.user_id} ${month.month}`,
  date: ownDate(new Date(month.changed_at)),
})

/** Lists the team's months for administrators, by state. */
export function MonthsScreen() {
  const t = useTranslations('months')
  const today = useToday()
  const language = useLocale()
  const [search, setSearch] = useSearchParams()
  const state: Listed = listed.find((one) => one === search.get('months')) ?? 'submitted'
  const choose = (next: Listed) =>
    setSearch((before) => new URLSearchParams({ ...Object.fromEntries(before), months: next }), { replace: true })
  const months = useInfiniteQuery({ ...monthsQuery(state), enabled: state !== 'open' })
  const load = useLoad(months)
  const rows = months.data && removeDuplicates(months.data.pages.flatMap((page) => page.months.map(rowOf)))
  const members = useQuery(membersQuery).data ?? []
  return (
    <Screen
      title={t('all')}
      above={<MonthOrWeek shown="month" date={today} />}
      ruled
      {...(state !== 'open' && { load })}
      aside={
        <RadioGroup legend={t('label')} unseen look="segments" values={listed} value={state} onChange={choose}>
          {(one) => t(`states.${one}`)}
        </RadioGroup>
      }
    >
      {state === 'open' ? (
        <MissingMonthlyReports />
      ) : (
        <Loaded
          load={{ ...load, data: rows }}
          failed={t('listFailed')}
          skeleton={<ResultSkeleton />}
          empty={<Empty title={t('none', { state })}>{t('noneHint')}</Empty>}
        >
          {(all) => (
            <ResultList
              key={state}
              label={t('all')}
              results={all}
              pages={months}
              members={members}
              hrefOf={monthPath}
              words={({ month, written, due }) =>
                // No report is due from a member who was deactivated since. The row then shows no completeness.
                [formatMonth(language, `${month}-01`), ...(due > 0 ? [t('complete', { written, due })] : [])].join(
                  ' · ',
                )
              }
              place={(row) => t(`states.${row.state}`)}
            />
          )}
        </Loaded>
      )}
    </Screen>
  )
}
