import '../../ui/paper.css'
import { useQuery } from '@tanstack/react-query'
import { Download, FileSpreadsheet, FileText, Pencil, Printer } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import { useLocation, useSearchParams } from 'wouter'
import { noDaysOff } from '#contract/due.ts'
import { type MonthField, monthFields } from '#contract/report-fields.ts'
import { paths } from '../../app/paths.ts'
import { daysOffQuery } from '../../entities/days-off.ts'
import { AchievementSkeleton } from '../../features/monthly-report/achievement-skeleton.tsx'
import { AchievementTable } from '../../features/monthly-report/achievement-table.tsx'
import { toCsv, toMarkdown } from '../../features/monthly-report/exports.ts'
import { HeatStrip } from '../../features/monthly-report/heat-strip.tsx'
import {
  achievementOf,
  daysOf,
  countBlockers,
  missingDays,
  monthIn,
  type Period,
} from '../../features/monthly-report/month.ts'
import { PeriodChoice } from '../../features/monthly-report/period-choice.tsx'
import { achievementQuery } from '../../features/monthly-report/queries.ts'
import { useApprovalShown } from '../../features/month-approval/use-approval-shown.ts'
import { useFirstDayOfWeek } from '../../features/account/first-day-of-week.ts'
import { useSession } from '../../features/session/session.tsx'
import { earlier } from '../../dates/dates.ts'
import { formatDayAndWeekday, formatMonth } from '../../dates/format-date.ts'
import { displayName } from '../../domain/person.ts'
import { saveFile } from '../../platform/save-file.ts'
import { useToday } from '../../dates/today.ts'
import { Button } from '../../ui/button.tsx'
import { pendingUntil, useAreAnswered, useLoad } from '../../ui/load.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Screen } from '../../ui/screen.tsx'
import { Empty } from '../../ui/states.tsx'
import { MemberMonth } from './member-month.tsx'
import { reportPath } from '../../app/members-paths.ts'
import { dayOfWeekTab, MonthOrWeek } from '../shared/month-or-week.tsx'
import { MonthSteps } from './month-steps.tsx'
import { MonthsScreen } from './months.tsx'
import { OwnApproval, useOwnApproval } from './own-approval.tsx'
import { useMissingPath } from '../shared/use-missing.ts'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** Shows the member's own months. Administrators can also open the months of other members. */
export default function MonthlyReportScreen() {
  const { user } = useSession()
  const [search] = useSearchParams()
  const [month, member] = [search.get('month'), search.get('member')]
  if (user && month && member) return <MemberMonth user={user} month={month} userId={member} />
  return user?.is_admin && search.has('months') ? <MonthsScreen /> : <MyMonth />
}

/** Shows the member's work of this or the previous month by day, to print or download (design: monthly report). */
function MyMonth() {
  const t = useTranslations('monthlyReport')
  const addedLater = useTranslations('dailyReport')('addedLater')
  const language = useLocale()
  const { user } = useSession()
  const firstDay = useFirstDayOfWeek(user)
  const showsApproval = useApprovalShown(user?.team.month_approval === true)
  const today = useToday()
  const [, go] = useLocation()
  const [search, setSearch] = useSearchParams()
  const period: Period = search.get('period') === 'previous' ? 'previous' : 'current'
  const choose = (next: Period) =>
    setSearch(
      (before) => {
        const parameters = new URLSearchParams(before)
        if (next === 'previous') parameters.set('period', next)
        else parameters.delete('period')
        return parameters
      },
      { replace: true },
    )

  const achievement = useQuery(achievementQuery(monthIn(period, today)))
  const loaded = useLoad(achievement)
  const month = loaded.data?.month ?? monthIn(period, today)
  const monthDaysOff = useQuery(daysOffQuery(month))
  const daysOff = monthDaysOff.data
  const approval = useOwnApproval(user, month, showsApproval)
  const isShown = useAreAnswered([achievement, monthDaysOff, ...approval], monthIn(period, today))
  const load = pendingUntil(isShown, loaded)
  const entries = load.data?.entries ?? []
  // A member may join when it is already tomorrow in the team's zone. The joining date is then after today.
  const member = user && { ...user, joined_on: earlier(user.joined_on, today) }
  const days = member ? daysOf(month, entries, { today, member, daysOff: daysOff ?? noDaysOff }) : []
  const { met, due } = achievementOf(days)
  const pathTo = useMissingPath(user, month)
  const monthName = formatMonth(language, `${month}-01`)
  const title = t('heading', { month: monthName })

  const names: Record<MonthField, string> = { yesterday_work: t('work'), issues: t('issues') }
  const save = (ending: string, type: string, text: string) =>
    saveFile(`asakai-${month}.${ending}`, new Blob([text], { type }))
  const exportCsv = () =>
    save('csv', 'text/csv', toCsv([t('date'), ...monthFields.map((field) => names[field])], entries, addedLater))
  const exportMarkdown = () => {
    const words = { day: (date: string) => formatDayAndWeekday(language, date), headings: names, addedLater }
    save('md', 'text/markdown', toMarkdown(title, entries, words))
  }

  return (
    <Screen
      title={title}
      above={
        <>
          <MonthOrWeek shown="month" date={dayOfWeekTab(month, { today, chosen: search.get('date') })} />
          {user && <p className="hidden t-13 text-text-2 print:block">{`${displayName(user)} / ${user.team.name}`}</p>}
        </>
      }
      lead={
        <p className="min-h-5 t-14 text-text-2 tabular-nums">
          {load.data &&
            t.rich('count', {
              met,
              due,
              issues: countBlockers(entries),
              strong: (words) => <b className="font-semibold text-text">{words}</b>,
            })}
        </p>
      }
      aside={
        <div className="mt-3 flex flex-wrap items-center gap-2 max-md:w-full print:hidden">
          {user && <MonthSteps month={month} userId={user.id} today={today} />}
          <PeriodChoice period={period} onChoose={choose} />
          {/* Only a month with reports shows the buttons. Their space is always reserved, so that nothing moves. */}
          <div className={`flex gap-2 ${entries.length > 0 ? '' : 'invisible'}`}>
            <Button kind="line" onClick={() => window.print()}>
              <Printer {...icon} />
              {t('print')}
            </Button>
            <Menu
              label={t('export')}
              placement="[position-area:block-end_span-inline-start] [position-try-fallbacks:flip-inline]"
              className="inline-flex min-h-control cursor-pointer items-center gap-2 rounded-2 border border-rule-strong bg-surface px-4 t-14 hover:bg-hover active:bg-pressed"
              items={[
                { label: 'CSV', icon: <FileSpreadsheet {...icon} />, onSelect: exportCsv },
                { label: 'Markdown', icon: <FileText {...icon} />, onSelect: exportMarkdown },
              ]}
            >
              <Download {...icon} />
              {t('export')}
            </Menu>
          </div>
        </div>
      }
      below={
        <>
          {load.data && <HeatStrip days={days} today={today} firstDay={firstDay} pathTo={pathTo} />}
          {/* Not shown offline, because the screen already says that it is offline. */}
          {user && showsApproval && load.status !== 'offline' && load.status !== 'pending' && (
            <OwnApproval
              key={month}
              user={user}
              month={month}
              missing={daysOff ? missingDays(days) : []}
              today={today}
            />
          )}
        </>
      }
      load={load}
    >
      <div className="mt-4 border-t-2 border-rule-ink">
        <Loaded
          load={{ ...load, data: load.data?.entries }}
          failed={t('fetchError')}
          skeleton={<AchievementSkeleton />}
          empty={
            <Empty
              title={t('empty', { month: monthName })}
              actions={
                period === 'current' &&
                user?.writes !== false && (
                  <Button kind="line" onClick={() => go(paths.home)}>
                    <Pencil {...icon} />
                    {t('write')}
                  </Button>
                )
              }
            >
              {t(period === 'current' ? 'emptyHint' : 'emptyPastHint')}
            </Empty>
          }
        >
          {(reports) => <AchievementTable entries={reports} pathTo={reportPath} />}
        </Loaded>
      </div>
    </Screen>
  )
}
