import { useQuery } from '@tanstack/react-query'
import { Pencil, RotateCw } from 'lucide-react'
import { lazy, Suspense, useContext, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Me, User } from '#contract/users.ts'
import { membersQuery } from '../features/members/queries.ts'
import { hasBlocker, mayWrite, reportBy, rollOf } from '../features/reports/day.ts'
import { draftKey, useHasDraft } from '../features/reports/drafts.ts'
import { Masthead } from '../features/reports/masthead.tsx'
import { Note as ReportNote } from '../ui/note.tsx'
import { dayQuery, failureOf, latestQuery } from '../features/reports/queries.ts'
import { ReportSkeleton, RollCallSkeleton } from '../features/reports/report-skeleton.tsx'
import { ReportTable, rowId } from '../features/reports/report-table.tsx'
import { AbsentMembers, RollCall } from '../features/reports/roll-call.tsx'
import { useQueuedReport } from '../features/reports/use-queued-reports.ts'
import { TaskChips } from '../features/tasks/task-chips.tsx'
import { addDays, type CalendarDate } from '../lib/dates.ts'
import { formatDay } from '../lib/format-date.ts'
import { useOnline } from '../lib/online.ts'
import { displayName } from '../lib/person.ts'
import { useShortcuts } from '../lib/shortcuts.ts'
import { Button } from '../ui/button.tsx'
import { FloatingButton } from '../ui/floating-button.tsx'
import { PanelPlace, slideOut } from '../ui/panel.tsx'
import { Empty, Failed } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'

const loadPanel = () => import('../features/reports/report-panel.tsx')
const ReportPanel = lazy(loadPanel)

/** What somebody came for: to write, or to read what a member has reported. */
export type Errand = { kind: 'write' } | { kind: 'read'; member: User }

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
  onErrandDone?: () => void
}) {
  const t = useTranslations('dailyReport')
  const language = useLocale()
  const day = useQuery(dayQuery(date))
  const members = useQuery(membersQuery)
  const reports = day.data ?? []
  const own = reportBy(user?.id, reports)
  const queued = useQueuedReport(user, date, own)
  const shown = queued ? [queued, ...reports.filter((report) => report !== own)] : reports
  const writable = mayWrite(date, today, own)
  // Read ahead, so that the panel opens with its words.
  useQuery({ ...latestQuery, enabled: day.isSuccess && writable && !own })

  /** The panel stays with the day for which it was opened: other days can be read beside it. */
  const [writing, setWriting] = useState<CalendarDate>()
  const [savedOn, setSavedOn] = useState<CalendarDate>()
  const button = useRef<HTMLButtonElement>(null)
  const write = writable && !writing ? () => setWriting(date) : undefined
  const place = useContext(PanelPlace)
  const close = () => void slideOut(place).then(() => setWriting(undefined))

  const wasWriting = useRef(false)
  useEffect(() => {
    // On a day without the button the content itself takes the focus.
    if (wasWriting.current && !writing) (button.current ?? document.querySelector('main'))?.focus()
    wasWriting.current = writing !== undefined
  }, [writing])
  useEffect(() => {
    // Opening the panel says so if it cannot be loaded.
    if (writable) loadPanel().catch(() => undefined)
  }, [writable])
  const [begun, setBegun] = useState<Errand>()
  if (errand?.kind === 'write' && errand !== begun && writable) {
    setBegun(errand)
    setWriting(writing ?? date)
  }
  const showReport = (member: User) => {
    const report = reportBy(member.id, reports)
    const row = report && document.getElementById(rowId(report))
    if (!row && day.data) toast.info(t('absent', { names: displayName(member) }))
    const place = row ?? document.querySelector('main')
    place?.scrollIntoView?.({ block: row ? 'center' : 'start' })
    place?.focus({ preventScroll: true })
  }
  const attend = useEffectEvent((given: Errand) => {
    if (given === begun) onErrandDone?.()
    // Until the day is known, a report of mine may still be on it.
    if (day.isPending || given === begun) return
    if (given.kind === 'write') onSelect(today)
    else {
      showReport(given.member)
      onErrandDone?.()
    }
  })
  useEffect(() => {
    if (errand) attend(errand)
  }, [errand, begun, day.isPending, date])
  useShortcuts({
    n: write,
    j: () => onSelect(addDays(date, -1)),
    k: date < today ? () => onSelect(addDays(date, 1)) : undefined,
    t: () => onSelect(today),
  })

  const roll = rollOf(members.data ?? [], reports)
  const offline = !useOnline()
  const retry = (
    <Button kind="line" onClick={() => void day.refetch()}>
      <RotateCw size={16} strokeWidth={1.75} aria-hidden />
      {t('retry')}
    </Button>
  )
  // Also of a day long gone: there a deleted report is kept.
  const unfinished = useHasDraft(user && draftKey(user.id, date)) && !writing && !queued

  return (
    <div
      aria-busy={day.isPending}
      className="@container mx-auto w-full max-w-(--content) px-4 pt-5 pb-24 md:px-8 md:pt-8 xl:px-10"
    >
      <title>{`${t('title')} ${formatDay(language, date)} - Asakai`}</title>
      <Masthead date={date} today={today} onSelect={onSelect}>
        {day.isPending && !offline && <RollCallSkeleton key={date} />}
        {day.data && members.data && <RollCall roll={roll} blockers={reports.filter(hasBlocker).length} />}
      </Masthead>
      <div className="mt-4 mb-2 flex flex-col gap-2 empty:hidden">
        {day.data && offline && <ReportNote kind="offline">{t('staleOffline')}</ReportNote>}
        {day.data && day.isError && !offline && (
          <ReportNote kind="offline" actions={[{ label: t('retry'), onClick: () => void day.refetch() }]}>
            {t('staleError')}
          </ReportNote>
        )}
        {day.data && !members.data && members.isError && !offline && (
          <ReportNote kind="offline" actions={[{ label: t('retry'), onClick: () => void members.refetch() }]}>
            {t('membersFailed')}
          </ReportNote>
        )}
        {queued && <ReportNote kind="offline">{t('queuedNote')}</ReportNote>}
        {unfinished && day.data && (
          <ReportNote kind="started" actions={[{ label: t('draftContinue'), onClick: () => setWriting(date) }]}>
            {t('draftUnfinished')}
          </ReportNote>
        )}
      </div>
      {shown.length > 0 && (
        <div onAnimationEnd={() => setSavedOn(undefined)}>
          <ReportTable
            reports={shown}
            members={members.data ?? []}
            userId={user?.id}
            saved={savedOn === date}
            queued={queued !== undefined}
          />
          {day.data && <AbsentMembers absent={roll.absent} />}
        </div>
      )}
      {day.data && shown.length === 0 && (
        <Empty
          title={t(writable ? 'empty' : 'emptyPast', { date: formatDay(language, date) })}
          actions={
            <>
              {write && (
                <Button kind="line" onClick={write}>
                  <Pencil size={16} strokeWidth={1.75} aria-hidden />
                  {t('write')}
                </Button>
              )}
              <Button kind="ghost" onClick={() => onSelect(addDays(date, -1))}>
                {t('showPreviousDay')}
              </Button>
            </>
          }
        >
          {t(writable ? 'emptyHint' : 'emptyPastHint')}
        </Empty>
      )}
      {!day.data && !queued && offline && (
        <Failed calm title={t('offline')}>
          {t('offlineHint')}
        </Failed>
      )}
      {day.isPending && !offline && <ReportSkeleton key={date} />}
      {!day.data && day.isError && !offline && (
        <Failed title={t('error')} actions={retry}>
          {failureOf(day.error).timedOut ? t('timedOut') : t('errorHint')}
        </Failed>
      )}
      {write && (day.isSuccess || day.isError || offline) && (
        <FloatingButton
          ref={button}
          label={t(own ? 'edit' : 'write')}
          tone={own ? 'edit' : 'ai'}
          shortcut="N"
          onClick={write}
        />
      )}
      {writing && (
        <Suspense>
          <ReportPanel
            key={writing}
            date={writing}
            userId={user?.id}
            suggestions={(plan, onChange, disabled) => (
              <TaskChips plan={plan} disabled={disabled} onChange={onChange} />
            )}
            onClose={close}
            onSaved={() => {
              setSavedOn(writing)
              close()
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
