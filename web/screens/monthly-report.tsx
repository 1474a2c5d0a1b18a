import './monthly-report.css'
import { useQuery } from '@tanstack/react-query'
import { Download, FileSpreadsheet, FileText, Pencil, Printer, RotateCw } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import { useLocation, useSearchParams } from 'wouter'
import { paths } from '../app/paths.ts'
import { AchievementSkeleton } from '../features/monthly/achievement-skeleton.tsx'
import { AchievementTable } from '../features/monthly/achievement-table.tsx'
import { toCsv, toMarkdown } from '../features/monthly/exports.ts'
import { HeatStrip } from '../features/monthly/heat-strip.tsx'
import { achievementOf, daysOf, hasIssues, monthIn, type Period } from '../features/monthly/month.ts'
import { PeriodChoice } from '../features/monthly/period-choice.tsx'
import { achievementQuery } from '../features/monthly/queries.ts'
import { ReportNote } from '../features/reports/notes.tsx'
import { useSession } from '../features/session/session.tsx'
import { formatDayAndWeekday, formatMonth } from '../lib/format-date.ts'
import { useOnline } from '../lib/online.ts'
import { displayName } from '../lib/person.ts'
import { saveFile } from '../lib/save-file.ts'
import { useTitle } from '../lib/title.ts'
import { useToday } from '../lib/today.ts'
import { Button } from '../ui/button.tsx'
import { Menu } from '../ui/menu.tsx'
import { Empty, Failed, Waiting } from '../ui/states.tsx'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** What I did in this month or the last, day by day (design: monthly report); to print and to take along. */
export default function MonthlyReportScreen() {
  const t = useTranslations('monthlyReport')
  const language = useLocale()
  const { user } = useSession()
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
  const offline = !useOnline()
  const waiting = achievement.isPending || achievement.isPlaceholderData
  // The other month's words stay until this one's are known; offline they would stay for good.
  const shown = achievement.isPlaceholderData && offline ? undefined : achievement.data
  const month = shown?.month ?? monthIn(period, today)
  const entries = shown?.entries ?? []
  // Where the team has tomorrow already, whoever joins today has joined tomorrow.
  const joined = user && user.joined_on > today ? today : (user?.joined_on ?? '')
  const days = daysOf(month, entries, { today, joined })
  const { met, due } = achievementOf(days, joined)
  const monthName = formatMonth(language, `${month}-01`)
  const title = t('heading', { month: monthName })
  useTitle(title)

  const save = (ending: string, type: string, text: string) =>
    saveFile(`asakai-${month}.${ending}`, new Blob([text], { type }))
  const exportCsv = () => save('csv', 'text/csv', toCsv([t('date'), t('work'), t('issues')], entries))
  const exportMarkdown = () => {
    const words = { day: (date: string) => formatDayAndWeekday(language, date), issuesTitle: t('issues') }
    save('md', 'text/markdown', toMarkdown(title, entries, words))
  }
  const retry = (
    <Button kind="line" onClick={() => void achievement.refetch()}>
      <RotateCw {...icon} />
      {t('retry')}
    </Button>
  )

  return (
    <div
      aria-busy={waiting}
      className="@container mx-auto w-full max-w-(--content) px-4 pt-5 pb-24 md:px-8 md:pt-8 xl:px-10 print:p-0"
    >
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div className="min-w-0">
          {user && <p className="hidden t-13 text-text-2 print:block">{`${displayName(user)} / ${user.team.name}`}</p>}
          <h1 className="d-26">{title}</h1>
          {shown && (
            <p className="t-14 text-text-2 tabular-nums">
              {t.rich('count', {
                met,
                due,
                issues: entries.filter(hasIssues).length,
                strong: (words) => <b className="font-semibold text-text">{words}</b>,
              })}
            </p>
          )}
          {waiting && !offline && (
            <Waiting>
              <p role="status" className="t-14 text-text-2">
                {t('loading')}
              </p>
            </Waiting>
          )}
        </div>
        <div className="flex flex-wrap items-center gap-2 max-md:w-full print:hidden">
          <PeriodChoice period={period} today={today} onChoose={choose} />
          {entries.length > 0 && (
            <>
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
            </>
          )}
        </div>
      </header>
      {shown && <HeatStrip days={days} today={today} />}
      <div className="mt-4 flex flex-col gap-2 empty:hidden print:hidden">
        {shown && offline && <ReportNote kind="offline">{t('staleOffline')}</ReportNote>}
        {shown && achievement.isError && !offline && (
          <ReportNote kind="offline" actions={[{ label: t('retry'), onClick: () => void achievement.refetch() }]}>
            {t('staleError')}
          </ReportNote>
        )}
      </div>
      <div className="mt-4 border-t-2 border-rule-ink">
        {entries.length > 0 && <AchievementTable entries={entries} />}
        {achievement.isPending && !offline && <AchievementSkeleton />}
        {shown && entries.length === 0 && (
          <Empty
            title={t('empty', { month: monthName })}
            actions={
              period === 'current' && (
                <Button kind="line" onClick={() => go(paths.home)}>
                  <Pencil {...icon} />
                  {t('write')}
                </Button>
              )
            }
          >
            {t(period === 'current' ? 'emptyHint' : 'emptyPastHint')}
          </Empty>
        )}
        {!shown && offline && (
          <Failed calm title={t('offline')}>
            {t('offlineHint')}
          </Failed>
        )}
        {!shown && achievement.isError && !offline && (
          <Failed title={t('fetchError')} actions={retry}>
            {t('fetchErrorHint')}
          </Failed>
        )}
      </div>
    </div>
  )
}
