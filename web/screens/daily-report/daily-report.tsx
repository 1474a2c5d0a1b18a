import { useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { reportTimeOn } from '#contract/report-time.ts'
import type { Me } from '#contract/users.ts'
import { barWrite } from '../../features/navigation/tab-bar.tsx'
import { DayNotes } from '../../features/reports/day-notes.tsx'
import { reportDrafts } from '../../features/reports/drafts.ts'
import { EmptyDay } from '../../features/reports/empty-day.tsx'
import { failureOf } from '../../features/reports/queries.ts'
import { ReportSkeleton } from '../../features/reports/report-skeleton.tsx'
import { type PendingAction, usePendingAction } from '../../features/reports/use-pending-action.ts'
import { addDays, type CalendarDate } from '../../dates/dates.ts'
import { formatDay } from '../../dates/format-date.ts'
import { ReportTimeContext, useReportTime } from '../../domain/report-time.ts'
import { useShortcuts } from '../../hooks/use-shortcuts.ts'
import { FloatingButton } from '../../ui/floating-button.tsx'
import { Loaded, ScreenAnnouncesLoading } from '../../ui/loaded.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { usePanel } from '../../ui/use-panel.ts'
import { DayHead } from './day-head.tsx'
import { LazyDayPanel, usePrefetchPanel } from './use-prefetch-panel.ts'
import { DayReports } from './day-reports.tsx'
import { useDay } from './use-day.ts'
import { useFirstBlocker } from './use-first-blocker.ts'
import { useFirstMinute } from './use-first-minute.tsx'
import { useMeeting } from './use-meeting.tsx'
import { usePrefetchNeighbours } from './use-prefetch-neighbours.ts'
import { mainElement } from '../../platform/main-element.ts'

type Props = {
  date: CalendarDate
  today: CalendarDate
  /** The latest day that can be selected. */
  latest: CalendarDate
  user: Me | undefined
  onSelect: (date: CalendarDate) => void
  pendingAction?: PendingAction | undefined
  onActionDone: () => void
}

/** The page of a day: its reports, and the button to write one (design: daily report). */
export function DailyReportScreen(props: Props) {
  const { user, date } = props
  const time = useReportTime()
  return (
    <ReportTimeContext value={user ? reportTimeOn(user.team, date) : time}>
      <Day {...props} />
    </ReportTimeContext>
  )
}

function Day(props: Props) {
  const { date, today, latest: latestDay, user, onSelect, pendingAction, onActionDone } = props
  const t = useTranslations('dailyReport')
  const language = useLocale()
  const view = useDay(date, today, user)
  const { day, load, members, own, queued, shown, isEmpty, attendanceLoad, whyNoReport, closed, notDue } = view
  const meeting = useMeeting(date, view)
  const blocker = useFirstBlocker(date)
  const writable = closed === undefined
  const latest = usePrefetchPanel(date, { isReady: day.isSuccess && writable, own })
  usePrefetchNeighbours(date, { latest: latestDay, isReady: day.isSuccess })

  const button = useRef<HTMLButtonElement>(null)
  // On closing, focuses the button, or the content if the day has no button. The panel still shows the day on which it
  // was opened when the member selects another day to read.
  const panel = usePanel<CalendarDate>(() => {
    const place = barWrite.current ?? button.current ?? mainElement()
    place?.focus()
  })
  const [savedOn, setSavedOn] = useState<CalendarDate>()
  const onWrite = writable && !panel.opened ? () => panel.open(date) : undefined
  const firstMinute = useFirstMinute(props, {
    members,
    hasReported: latest.data !== null,
    reports: load.status === 'pending' ? undefined : shown,
    isLoading: load.status === 'pending' || attendanceLoad.status === 'pending' || latest.isLoading,
    onWrite,
  })
  const loadOfDay = isEmpty && attendanceLoad.status === 'pending' ? attendanceLoad : load
  const shownLoad = firstMinute.isAwaited ? { ...loadOfDay, status: 'pending' as const } : loadOfDay
  const onPreviousDay = () => onSelect(addDays(date, -1))
  /**
   * Counts visits of the day. On a new visit, reports that were read on an earlier one move to the group of read ones.
   */
  const [visit, setVisit] = useState(0)
  const onToday = () => {
    setVisit(visit + 1)
    onSelect(today)
  }

  const writeOrGoOn = writable ? () => panel.open(panel.opened ?? date) : undefined
  usePendingAction(
    pendingAction,
    {
      // The reason why a member has no report depends on the list of members, so that must be loaded as well.
      isPending:
        day.isPending || (pendingAction?.kind === 'read' && (load.status === 'pending' || firstMinute.isAwaited)),
      reports: day.data,
      write: writeOrGoOn,
      mayWrite: user?.writes !== false,
      whyNoReport,
    },
    onToday,
    onActionDone,
  )
  useShortcuts({
    n: onWrite,
    arrowleft: onPreviousDay,
    arrowright: date < latestDay ? () => onSelect(addDays(date, 1)) : undefined,
    t: onToday,
  })

  return (
    <div
      aria-busy={load.status === 'pending' || firstMinute.isAwaited}
      className={`@container mx-auto w-full max-w-(--content) px-4 pt-4 pb-36 md:px-8 md:pb-24 md:pt-8 print:p-0 ${panel.opened ? 'xl:px-10' : 'xl:pr-24 xl:pl-10'}`}
    >
      <PageTitle>{`${t('title')} ${formatDay(language, date)}`}</PageTitle>
      <DayHead
        {...{ date, today, latest: latestDay, user, view, onSelect }}
        onPresent={meeting.open}
        onBlockers={blocker.seek}
      />
      <DayNotes
        load={load}
        attendanceLoad={attendanceLoad}
        queued={queued !== undefined}
        own={queued ?? own}
        // Passed on old days as well, because the day may have the draft of a deleted report.
        draft={user?.writes && !panel.opened ? reportDrafts.key(user.id, date) : undefined}
        onContinue={() => panel.open(date)}
      />
      {firstMinute.view}
      {shown.length > 0 && !firstMinute.isAwaited && (queued || load.status !== 'pending') && (
        <div onAnimationEnd={() => setSavedOn(undefined)}>
          <DayReports
            key={`${date} ${visit}`}
            date={date}
            user={user}
            saved={savedOn === date}
            paused={meeting.isOpen}
            isSought={
              pendingAction?.kind === 'read' || window.location.hash !== '' || meeting.isOpen || blocker.isSought
            }
            view={view}
          />
        </div>
      )}
      {!(queued && load.status === 'offline') && (
        <ScreenAnnouncesLoading value>
          <Loaded<unknown>
            key={date}
            load={shownLoad}
            skeleton={<ReportSkeleton />}
            failed={t('error')}
            {...(failureOf(day.error).timedOut && { failedHint: t('timedOut') })}
            keepsDrafts
          >
            {() =>
              isEmpty && (
                <EmptyDay
                  date={date}
                  closed={closed}
                  notDue={notDue}
                  hasEarlier={
                    latest.data ? latest.data.report_date < date && latest.data.today_plan.trim() !== '' : false
                  }
                  onWrite={onWrite}
                  onPreviousDay={onPreviousDay}
                />
              )
            }
          </Loaded>
        </ScreenAnnouncesLoading>
      )}
      {onWrite && load.status !== 'pending' && (
        <FloatingButton
          ref={button}
          label={t((own ?? queued) ? 'edit' : 'write')}
          tone={(own ?? queued) ? 'edit' : 'ai'}
          shortcut="N"
          isSmall={firstMinute.hasSteps}
          onClick={onWrite}
        />
      )}
      {meeting.view}
      {panel.opened && (
        <LazyDayPanel
          date={panel.opened}
          user={user}
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
