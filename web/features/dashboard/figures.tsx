import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { type Blocker, workingDaysSince } from '#contract/blockers.ts'
import type { DashboardStats } from '#contract/dashboard.ts'
import type { CalendarDate } from '../../dates/dates.ts'
import { formatPercent } from '../../platform/format-percent.ts'

/** The grid of the figures: two in a row, or four if the page is wide enough. The skeleton uses the same grid. */
export const figureRow = 'grid grid-cols-2 border-b border-rule @min-[640px]:grid-cols-4'
export const figureCell =
  'min-w-0 border-rule py-4 pr-2 even:border-l even:pl-4 nth-[n+3]:border-t @min-[640px]:nth-[n+3]:border-t-0 ' +
  '@min-[640px]:not-first:border-l @min-[640px]:not-first:pl-4 @min-[1000px]:pr-4 @min-[1000px]:not-first:pl-6'

const big = (words: ReactNode) => (
  <span className="d-36 text-[1.75rem]/[2.25rem] md:text-[2.25rem]/[3rem]">{words}</span>
)
const unit = (words: ReactNode) => <span className="t-13 text-text-2 md:t-14">{words}</span>

function Figure({ name, value, children }: { name: string; value: ReactNode; children: ReactNode }) {
  return (
    <div className={figureCell}>
      <dt className="t-13 text-text-2">{name}</dt>
      <dd className="flex flex-wrap items-baseline gap-x-1 tabular-nums">{value}</dd>
      <dd className="t-12 text-pretty text-text-3 tabular-nums">{children}</dd>
    </div>
  )
}

export function Figures({
  stats,
  blockers,
  today,
}: {
  stats: DashboardStats
  /** The blockers that have not ended; undefined until they are loaded. */
  blockers: readonly Blocker[] | undefined
  today: CalendarDate
}) {
  const t = useTranslations('dashboard')
  const language = useLocale()
  const { reports_this_month: reports, working_days_this_month: days, reported_working_days_this_month: met } = stats
  return (
    <dl aria-label={t('figures')} className={figureRow}>
      <Figure name={t('reports')} value={t.rich('reportsValue', { count: reports, big, unit })}>
        {/* A report on a day off counts as a report but not as a working day, so the two numbers may differ. */}
        {reports === met || days === 0 ? t('reportsHint', { days }) : t('reportsHintMet', { days, met })}
      </Figure>
      <Figure
        name={t('rate')}
        value={
          stats.submission_rate === null
            ? t.rich('noValue', { big })
            : big(formatPercent(language, stats.submission_rate))
        }
      >
        {stats.previous_submission_rate === null
          ? t('rateHintNone')
          : t('rateHint', { rate: formatPercent(language, stats.previous_submission_rate) })}
      </Figure>
      <Figure name={t('streak')} value={t.rich('streakValue', { count: stats.current_streak, big, unit })}>
        {t('streakHint', { count: stats.longest_streak })}
      </Figure>
      <Figure
        name={t('blockers')}
        value={t.rich('blockersValue', { count: blockers?.length ?? stats.open_blockers, big, unit })}
      >
        <Oldest blockers={blockers} today={today} />
      </Figure>
    </dl>
  )
}

/** Shows the age of the oldest blocker, in working days like the list below. */
function Oldest({ blockers, today }: { blockers: readonly Blocker[] | undefined; today: CalendarDate }) {
  const t = useTranslations('dashboard')
  const oldest = blockers?.toSorted((one, other) => other.age - one.age)[0]
  if (!oldest) return blockers && t('blockersNone')
  return t('blockersHint', { days: workingDaysSince(oldest.age), today: oldest.opened_on === today ? 'yes' : 'no' })
}

export function Counting() {
  const t = useTranslations('dashboard')
  const rows = [
    [t('reports'), t('countReports')],
    [t('rate'), t('countRate')],
    [t('streak'), t('countStreak')],
    [t('blockers'), t('countBlockers')],
    [t('chart'), t('countWeekly')],
  ]
  return (
    <details className="mt-2 t-12 text-text-3">
      <summary className="w-fit cursor-pointer rounded-1 py-1 underline decoration-rule-strong underline-offset-3 hover:text-text-2 pointer-coarse:min-w-11 pointer-coarse:py-3.5">
        {t('counting')}
      </summary>
      <dl className="mt-1 grid max-w-(--measure) gap-x-4 gap-y-2 pb-2 text-text-2 @min-[480px]:grid-cols-[10rem_minmax(0,1fr)]">
        {rows.map(([name, words]) => (
          <div key={name} className="grid gap-x-4 @min-[480px]:col-span-2 @min-[480px]:grid-cols-subgrid">
            <dt className="text-text-3">{name}</dt>
            <dd className="text-pretty">{words}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
