import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Me } from '#contract/users.ts'
import { TimeOff } from '../features/calendar/time-off.tsx'
import { hasBlocker, mayBeFirstMinute } from '../features/reports/day.ts'
import { DayNotes } from '../features/reports/day-notes.tsx'
import { draftKey } from '../features/reports/drafts.ts'
import { EmptyDay } from '../features/reports/empty-day.tsx'
import { Masthead } from '../features/reports/masthead.tsx'
import { failureOf, latestQuery } from '../features/reports/queries.ts'
import { ReportSkeleton, RollCallSkeleton } from '../features/reports/report-skeleton.tsx'
import { ReportTable } from '../features/reports/report-table.tsx'
import { RollCall, RollLines } from '../features/reports/roll-call.tsx'
import { type Errand, useErrand } from '../features/reports/use-errand.ts'
import { addDays, type CalendarDate } from '../lib/dates.ts'
import { formatDay } from '../lib/format-date.ts'
import { useShortcuts } from '../lib/shortcuts.ts'
import { FloatingButton } from '../ui/floating-button.tsx'
import { Loaded, SaidByScreen } from '../ui/loaded.tsx'
import { usePanel } from '../ui/use-panel.ts'
import { DayPanel, readPanelAhead } from './day-panel.tsx'
import { useDay } from './use-day.ts'

// Nothing depends on it: where it cannot be loaded, the day goes without.
const FirstMinute = lazy(() => import('./first-minute.tsx').catch(() => ({ default: () => null })))

/** The day chosen on the calendar: who has reported what, and the way to write (design: daily report). */
export function DailyReportScreen({
  date,
  today,
  user,
  onSelect,
  errand,
  onErrandDone,
}: {
  date: CalendarDate
  today: CalendarDate
  user: Me | undefined
  onSelect: (date: CalendarDate) => void
  errand?: Errand | undefined
  onErrandDone: () => void
}) {
  const t = useTranslations('dailyReport')
  const language = useLocale()
  const of = useDay(date, today, user)
  const { day, load, members, daysOff, reports, own, queued, shown, roll, rollLoad, say, closed, notDue } = of
  const writable = closed === undefined
  const mayWrite = user?.writes !== false
  // Read ahead, so that the panel opens with its words.
  const latest = useQuery({ ...latestQuery, enabled: day.isSuccess && writable && !own })
  useEffect(() => {
    if (writable) readPanelAhead()
  }, [writable])

  const button = useRef<HTMLButtonElement>(null)
  // On a day without the button the content itself takes the focus. The panel stays with the day for which it was opened:
  // other days can be read beside it.
  const panel = usePanel<CalendarDate>(() => (button.current ?? document.querySelector('main'))?.focus())
  const [isFirstMinute] = useState(user !== undefined && mayBeFirstMinute(user, today))
  const [savedOn, setSavedOn] = useState<CalendarDate>()
  const onWrite = writable && !panel.opened ? () => panel.open(date) : undefined
  const onPreviousDay = () => onSelect(addDays(date, -1))
  const onToday = () => onSelect(today)

  const writeOrGoOn = writable ? () => panel.open(panel.opened ?? date) : undefined
  useErrand(
    errand,
    {
      // Why a member's report is not there is said once that is known.
      isPending: day.isPending || (errand?.kind === 'read' && rollLoad.stands === 'pending'),
      reports: day.data,
      write: writeOrGoOn,
      mayWrite,
      say,
    },
    onToday,
    onErrandDone,
  )
  useShortcuts({
    n: onWrite,
    j: onPreviousDay,
    k: date < today ? () => onSelect(addDays(date, 1)) : undefined,
    t: onToday,
  })

  return (
    <div
      aria-busy={day.isPending}
      className="@container mx-auto w-full max-w-(--content) px-4 pt-5 pb-24 md:px-8 md:pt-8 xl:px-10"
    >
      <title>{`${t('title')} ${formatDay(language, date)} - Asakai`}</title>
      <Masthead
        date={date}
        today={today}
        onSelect={onSelect}
        tools={user?.writes && <TimeOff key={date} userId={user.id} date={date} absences={daysOff?.absences ?? []} />}
      >
        {(load.stands === 'pending' || rollLoad.stands === 'pending') && <RollCallSkeleton key={date} />}
        {roll && <RollCall roll={roll} blockers={reports.filter(hasBlocker).length} />}
      </Masthead>
      <DayNotes
        load={load}
        rollLoad={rollLoad}
        queued={queued !== undefined}
        // Also of a day long gone: there a deleted report is kept.
        draft={user?.writes && !panel.opened && !queued ? draftKey(user.id, date) : undefined}
        onContinue={() => panel.open(date)}
      />
      {user && isFirstMinute && date === today && (
        <Suspense>
          <FirstMinute
            user={user}
            members={members}
            reports={load.stands === 'pending' ? undefined : shown}
            onWrite={onWrite}
          />
        </Suspense>
      )}
      {shown.length > 0 && (
        <div onAnimationEnd={() => setSavedOn(undefined)}>
          <Reports date={date} user={user} saved={savedOn === date} of={of} />
        </div>
      )}
      {!(queued && load.stands === 'offline') && (
        <SaidByScreen value>
          <Loaded
            key={date}
            load={load}
            skeleton={<ReportSkeleton />}
            failed={t('error')}
            {...(failureOf(day.error).timedOut && { failedHint: t('timedOut') })}
            keepsDrafts
          >
            {() =>
              shown.length === 0 && (
                <EmptyDay
                  date={date}
                  closed={closed}
                  notDue={notDue}
                  hasEarlier={Boolean(latest.data)}
                  onWrite={onWrite}
                  onPreviousDay={onPreviousDay}
                />
              )
            }
          </Loaded>
        </SaidByScreen>
      )}
      {onWrite && load.stands !== 'pending' && (
        <FloatingButton
          ref={button}
          label={t(own ? 'edit' : 'write')}
          tone={own ? 'edit' : 'ai'}
          shortcut="N"
          onClick={onWrite}
        />
      )}
      {panel.opened && (
        <DayPanel
          date={panel.opened}
          userId={user?.id}
          onClose={panel.close}
          onSaved={() => {
            setSavedOn(panel.opened)
            panel.close()
          }}
        />
      )}
    </div>
  )
}

/** What was reported, then who has not, and why the day cannot be written about. */
function Reports({
  date,
  user,
  saved,
  of: { shown, members, roll, queued, notDue, closed },
}: {
  date: CalendarDate
  user: Me | undefined
  saved: boolean
  of: ReturnType<typeof useDay>
}) {
  return (
    <>
      <ReportTable
        reports={shown}
        members={members ?? []}
        halves={roll?.halves}
        userId={user?.id}
        saved={saved}
        queued={queued !== undefined}
      />
      {roll && <RollLines key={date} roll={roll} date={date} holiday={notDue.holiday} />}
      {closed && user?.writes !== false && <p className="py-4 t-13 text-text-2">{closed}</p>}
    </>
  )
}
