import '../../ui/paper.css'
import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import { useSearchParams } from 'wouter'
import { daysInWords } from '#contract/dates-in-words.ts'
import type { Me } from '#contract/users.ts'
import { namedDays, weekOf } from '#contract/weeks.ts'
import { deploymentQuery } from '../../entities/deployment.ts'
import { useSettings } from '../../features/account/use-settings.ts'
import { useSession } from '../../features/session/session.tsx'
import { WeeklyEmailOffer } from '../../features/week/weekly-email-offer.tsx'
import { weekQuery } from '../../features/week/queries.ts'
import { WeekSkeleton } from '../../features/week/week-skeleton.tsx'
import { ownDateHabits } from '../../dates/date-habits.ts'
import { addDays, dateUpTo, earlier } from '../../dates/dates.ts'
import { displayName } from '../../domain/person.ts'
import { useShortcuts } from '../../hooks/use-shortcuts.ts'
import { useToday } from '../../dates/today.ts'
import { weekNumber } from '../../dates/week-number.ts'
import { Button } from '../../ui/button.tsx'
import { useLoad } from '../../ui/load.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Screen } from '../../ui/screen.tsx'
import { StepButtons } from '../../ui/step-buttons.tsx'
import { toast } from '../../ui/toast.tsx'
import { pagePath } from '../../app/members-paths.ts'
import { besideTabs, MonthOrWeek } from '../shared/month-or-week.tsx'
import { WeekParts } from './week-parts.tsx'

/** Shows the week of the member and the team, to read and print (decision 45). */
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
  const last = addDays(from, 6)
  const go = (days: number) => setSearch({ date: addDays(from, days) }, { replace: true })
  const onPrevious = () => go(-7)
  const onNext = addDays(from, 7) <= today ? () => go(7) : undefined
  useShortcuts({ arrowleft: onPrevious, arrowright: onNext })
  const load = useLoad(useQuery(weekQuery(from)))
  const named = namedDays({ from, until, days: load.data?.from === from ? load.data.days : [] })

  return (
    <Screen
      title={daysInWords(language, named.from, named.until, ownDateHabits(language))}
      above={
        <>
          <MonthOrWeek shown="week" date={from <= today && today <= last ? today : from} />
          <p className="hidden t-13 text-text-2 print:block">{`${displayName(user)} / ${user.team.name}`}</p>
          <p className="t-13 text-text-2 tabular-nums">{t('number', weekNumber(from))}</p>
        </>
      }
      ruled
      load={load}
      aside={
        <div className="ml-auto flex items-center gap-3 print:hidden">
          <nav aria-label={t('choose')} className={`flex items-center gap-1 ${besideTabs}`}>
            <StepButtons
              previous={{ label: t('previous'), onClick: onPrevious }}
              next={{ label: t('next'), onClick: onNext }}
            />
          </nav>
          <span className="max-md:hidden">
            <Button kind="line" onClick={() => window.print()}>
              <span className="flex items-center gap-2">
                <Printer size={16} strokeWidth={1.75} aria-hidden />
                {print}
              </span>
            </Button>
          </span>
        </div>
      }
    >
      <Loaded load={load} failed={t('failed')} skeleton={<WeekSkeleton />}>
        {(week) => (
          <WeekParts week={week} user={user} insightsHref={`${pagePath('activity')}&until=${earlier(last, today)}`} />
        )}
      </Loaded>
      <Mail user={user} />
    </Screen>
  )
}

/** Offers the weekly email if the server sends email and the member has not decided yet. */
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
      <WeeklyEmailOffer userId={user.id} onTake={onTake} />
    </div>
  )
}
