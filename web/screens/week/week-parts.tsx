import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import type { Blocker } from '#contract/blockers.ts'
import type { Me } from '#contract/users.ts'
import type { Week } from '#contract/week.ts'
import { BlockerStanding } from '../../features/blockers/blocker-status-text.tsx'
import { Part } from '../../features/dashboard/dashboard-part.tsx'
import { TryLife } from '../../features/insights/try-status.tsx'
import { KeepsAndTries } from '../../features/week/keeps-and-tries.tsx'
import { MyDays } from '../../features/week/my-days.tsx'
import { paperOf } from '../../features/week/paper.ts'
import { BlockerCounts, TeamBlockers } from '../../features/week/blocker-counts.tsx'
import { textLink } from '../../ui/text-link.ts'

/** My days, the team's insights and tries, and its blockers. Cut to one page on paper (E5.08). */
export function WeekParts({ week, user, insightsHref }: { week: Week; user: Me; insightsHref: string }) {
  const t = useTranslations('week')
  const { reports, days, blockers, insights } = week
  const paper = paperOf(week)
  const standing = (blocker: Blocker) => <BlockerStanding blocker={blocker} userId={user.id} />
  return (
    <>
      <div className="mt-8 grid gap-x-14 gap-y-10 wide:grid-cols-2 print:mt-4 print:grid-cols-2 print:grid-rows-[auto_1fr] print:gap-x-8 print:gap-y-4">
        <div className="flex min-w-0 flex-col gap-10 print:contents">
          <div className="print:row-span-2">
            <Part title={t('mine')} aside={reports > 0 && t('reports', { count: reports })}>
              <Rows empty={days.length === 0 && t('noReports')}>
                {days.length > 0 && <p className="mt-1 t-12 text-text-3 print:hidden">{t('byDay')}</p>}
                <MyDays days={days} workOnPaper={paper.workOf} />
              </Rows>
            </Part>
          </div>
          <div className="print:col-start-2 print:row-start-2">
            <Part
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
                  life={(insight) => insight.try && <TryLife insight={insight} its={insight.try} userId={user.id} />}
                />
              </Rows>
            </Part>
          </div>
        </div>
        <div className="min-w-0 print:col-start-2 print:row-start-1">
          <Part title={t('blockers')} aside={blockers.length > 0 && <BlockerCounts blockers={blockers} />}>
            <Rows empty={blockers.length === 0 && t('noBlockers')}>
              <TeamBlockers of={blockers} isPrinted={paper.isPrinted} life={standing} />
            </Rows>
          </Part>
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

/** The rows below a section's title, or the sentence for an empty section. */
const Rows = ({ empty, children }: { empty: string | false; children: ReactNode }) => (
  <div className="mt-3 border-t border-rule print:mt-1">
    {empty ? <p className="border-b border-rule py-3 t-13 text-text-3">{empty}</p> : children}
  </div>
)
