import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import type { Blocker } from '#contract/blockers.ts'
import type { Me } from '#contract/users.ts'
import type { Week } from '#contract/week.ts'
import { BlockerStatusText } from '../../features/blockers/blocker-status-text.tsx'
import { DashboardPart } from '../../features/dashboard/dashboard-part.tsx'
import { TryStatus } from '../../features/insights/try-status.tsx'
import { KeepsAndTries } from '../../features/week/keeps-and-tries.tsx'
import { MyDays } from '../../features/week/my-days.tsx'
import { paperOf } from '../../features/week/paper.ts'
import { BlockerCounts, TeamBlockerCounts } from '../../features/week/blocker-counts.tsx'
import { textLink } from '../../ui/text-link.ts'

/**
 * Shows the member's days, the team's insights and Tries, and its blockers. In print, cuts them to one page (E5.08).
 */
export function WeekParts({ week, user, insightsHref }: { week: Week; user: Me; insightsHref: string }) {
  const t = useTranslations('week')
  const { reports, days, blockers, insights } = week
  const paper = paperOf(week)
  const standing = (blocker: Blocker) => <BlockerStatusText blocker={blocker} userId={user.id} />
  return (
    <>
      <div className="mt-8 grid gap-x-14 gap-y-10 wide:grid-cols-2 print:mt-4 print:grid-cols-2 print:grid-rows-[auto_1fr] print:gap-x-8 print:gap-y-4">
        <div className="flex min-w-0 flex-col gap-10 print:contents">
          <div className="print:row-span-2">
            <DashboardPart title={t('mine')} aside={reports > 0 && t('reports', { count: reports })}>
              <Rows empty={days.length === 0 && t('noReports')}>
                {days.length > 0 && <p className="mt-1 t-12 text-text-3 print:hidden">{t('byDay')}</p>}
                <MyDays days={days} workOnPaper={paper.workOf} />
              </Rows>
            </DashboardPart>
          </div>
          <div className="print:col-start-2 print:row-start-2">
            <DashboardPart
              title={t('insights')}
              aside={
                <Link href={insightsHref} className={`${textLink} print:hidden`}>
                  {t('toInsights')}
                </Link>
              }
            >
              <Rows empty={insights.length === 0 && t('noInsights')}>
                <KeepsAndTries
                  of={insights}
                  isPrinted={paper.isPrinted}
                  life={(insight) => insight.try && <TryStatus insight={insight} its={insight.try} userId={user.id} />}
                />
              </Rows>
            </DashboardPart>
          </div>
        </div>
        <div className="min-w-0 print:col-start-2 print:row-start-1">
          <DashboardPart title={t('blockers')} aside={blockers.length > 0 && <BlockerCounts blockers={blockers} />}>
            <Rows empty={blockers.length === 0 && t('noBlockers')}>
              <TeamBlockerCounts of={blockers} isPrinted={paper.isPrinted} life={standing} />
            </Rows>
          </DashboardPart>
        </div>
      </div>
      {paper.isCut && (
        <p className="mt-2 hidden t-12 text-text-2 print:block">
          {t('cut', { days: paper.cutDays, more: paper.leftOut })}
        </p>
      )}
    </>
  )
}

/** Shows the rows below the title of a section, or a sentence if there are none. */
const Rows = ({ empty, children }: { empty: string | false; children: ReactNode }) => (
  <div className="mt-3 border-t border-rule print:mt-1">
    {empty ? <p className="border-b border-rule py-3 t-13 text-text-3">{empty}</p> : children}
  </div>
)
