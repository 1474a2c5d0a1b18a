import '../ui/paper.css'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, Printer } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Link, useSearchParams } from 'wouter'
import { daysInWords } from '#contract/dates-in-words.ts'
import type { Me } from '#contract/users.ts'
import { weekOf } from '#contract/weeks.ts'
import { BlockerStanding } from '../features/blockers/standing.tsx'
import { deploymentQuery } from '../features/connections/queries.ts'
import { Part } from '../features/dashboard/part.tsx'
import { TryLife, useTries } from '../features/insights/try-life.tsx'
import { useSettings } from '../features/profile/use-settings.ts'
import { useSession } from '../features/session/session.tsx'
import { KeepsAndTries } from '../features/week/keeps-and-tries.tsx'
import { MyDays } from '../features/week/my-days.tsx'
import { MailOffer } from '../features/week/offer.tsx'
import { weekQuery } from '../features/week/queries.ts'
import { WeekSkeleton } from '../features/week/skeleton.tsx'
import { BlockerCounts, TeamBlockers } from '../features/week/team-blockers.tsx'
import { addDays, dateUpTo } from '../lib/dates.ts'
import { useShortcuts } from '../lib/shortcuts.ts'
import { useToday } from '../lib/today.ts'
import { weekNumber } from '../lib/week-number.ts'
import { AddedTexts } from '../ui/added-texts.tsx'
import { Button } from '../ui/button.tsx'
import { useLoad } from '../ui/load.ts'
import { Loaded } from '../ui/loaded.tsx'
import { Screen } from '../ui/screen.tsx'
import { textLink } from '../ui/text-link.ts'
import { toast } from '../ui/toast.tsx'
import type { Messages } from '../ui/with-texts.tsx'
import { pagePath } from './members-paths.ts'

const blockerTexts = import.meta.glob<Messages>('../../locales/*.json', { import: 'default', query: '?blockers' })

/** My week with what the team met in it (decision 45); to print, and to be had by mail. */
export default function WeekScreen() {
  const { user } = useSession()
  return user && <WeekOf user={user} />
}

function WeekOf({ user }: { user: Me }) {
  const t = useTranslations('week')
  const print = useTranslations('monthlyReport')('print')
  const language = useLocale()
  const today = useToday()
  const [search, setSearch] = useSearchParams()
  const { working_days: workingDays } = user.team
  const { from, until } = weekOf(dateUpTo(today, search.get('date')), workingDays)
  const go = (days: number) => setSearch({ date: addDays(from, days) }, { replace: true })
  const onPrevious = () => go(-7)
  const onNext = addDays(from, 7) <= today ? () => go(7) : undefined
  useShortcuts({ arrowleft: onPrevious, arrowright: onNext })
  const load = useLoad(useQuery(weekQuery(from)))
  const tries = useTries()

  return (
    <Screen
      title={daysInWords(language, from, until)}
      above={<p className="t-13 text-text-2 tabular-nums">{t('number', weekNumber(from))}</p>}
      ruled
      load={load}
      aside={
        <nav aria-label={t('choose')} className="-mr-2 ml-auto flex items-center gap-1 md:mr-0 print:hidden">
          <Step label={t('previous')} onClick={onPrevious} icon={<ChevronLeft {...stepIcon} />} keys="ArrowLeft" />
          <Step label={t('next')} onClick={onNext} icon={<ChevronRight {...stepIcon} />} keys="ArrowRight" />
          <span className="ml-2 max-md:hidden">
            <Button kind="line" onClick={() => window.print()}>
              <span className="flex items-center gap-2">
                <Printer size={16} strokeWidth={1.75} aria-hidden />
                {print}
              </span>
            </Button>
          </span>
        </nav>
      }
    >
      <Loaded load={load} failed={t('failed')} skeleton={<WeekSkeleton />}>
        {({ reports, days, blockers, insights }) => (
          <div className="mt-8 grid gap-x-14 gap-y-10 wide:grid-cols-2 print:grid-cols-2 print:gap-x-8">
            <Part title={t('mine')} aside={reports > 0 && t('reports', { count: reports })}>
              <Rows empty={days.length === 0 && t('noReports')}>
                <MyDays days={days} />
              </Rows>
            </Part>
            <div className="flex min-w-0 flex-col gap-10">
              <Part title={t('blockers')} aside={blockers.length > 0 && <BlockerCounts blockers={blockers} />}>
                <Rows empty={blockers.length === 0 && t('noBlockers')}>
                  <TeamBlockers
                    of={blockers}
                    life={(blocker) => (
                      <Suspense>
                        <AddedTexts load={blockerTexts[`../../locales/${language}.json`]!}>
                          <BlockerStanding blocker={blocker} userId={user.id} />
                        </AddedTexts>
                      </Suspense>
                    )}
                  />
                </Rows>
              </Part>
              <Part
                title={t('insights')}
                aside={
                  <Link href={`${pagePath('activity')}&until=${until < today ? until : today}`} className={textLink}>
                    {t('toInsights')}
                  </Link>
                }
              >
                <Rows empty={insights.length === 0 && t('noInsights')}>
                  <KeepsAndTries
                    of={insights}
                    life={(insight) =>
                      insight.try && <TryLife insight={insight} its={insight.try} userId={user.id} with={tries} />
                    }
                  />
                </Rows>
              </Part>
            </div>
          </div>
        )}
      </Loaded>
      <Mail user={user} />
    </Screen>
  )
}

/** Below a part's title, or what is said where there are none. */
const Rows = ({ empty, children }: { empty: string | false; children: ReactNode }) => (
  <div className="mt-3 border-t border-rule">
    {empty ? <p className="border-b border-rule py-3 t-13 text-text-3">{empty}</p> : children}
  </div>
)

const stepIcon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const

const Step = (step: { label: string; onClick: (() => void) | undefined; icon: ReactNode; keys: string }) => (
  <button
    type="button"
    aria-label={step.label}
    aria-keyshortcuts={step.keys}
    disabled={!step.onClick}
    onClick={step.onClick}
    className="icon-button h-control w-control text-text"
  >
    {step.icon}
  </button>
)

/** The offer to send it, where this deployment can and the member has not decided. */
function Mail({ user }: { user: Me }) {
  const t = useTranslations('week')
  const { userChanged } = useSession()
  const { settings, change } = useSettings(user, userChanged)
  const { data: deployment } = useQuery(deploymentQuery)
  if (!deployment?.mail || settings.week_mail) return null
  const onTake = () => {
    change({ week_mail: true })
    toast.success(t('offerTaken'))
  }
  return (
    <div className="mt-10 empty:hidden print:hidden">
      <MailOffer userId={user.id} onTake={onTake} />
    </div>
  )
}
