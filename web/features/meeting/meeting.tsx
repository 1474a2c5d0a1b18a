import { Timer, X } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { DayReport } from '#contract/reports.ts'
import type { User } from '#contract/users.ts'
import type { CalendarDate } from '../../dates/dates.ts'
import { formatDayAndWeekday, formatTime } from '../../dates/format-date.ts'
import { isImeKey } from '../../platform/ime-key.ts'
import { namesOf } from '../../domain/mention-names.ts'
import { displayName, hueOf, initials } from '../../domain/person.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { MemberAvatar } from '../../domain/member-avatar.tsx'
import { useModal } from '../../ui/modal.ts'
import { MentionedNamesContext } from '../../domain/mention-text.tsx'
import type { Blockers } from './blockers.ts'
import { control, MeetingFooter } from './meeting-footer.tsx'
import { ReportPage } from './report-page.tsx'
import { useTimer } from './use-timer.ts'
import { toggleFullScreen, useFullScreenEnd } from './full-screen.ts'
import { useTurning } from './use-turning.ts'

/**
 * Shows one report per page, for a team that looks at one screen (design: meeting view). Members can take and resolve
 * blockers (E3.06).
 * @param reports the reports in the order of the meeting; a changed report is updated when the page is turned
 * @param onClose called with the report that was on the screen
 */
export function Meeting({
  date,
  reports,
  members,
  away,
  missing,
  blockers,
  onClose,
}: {
  date: CalendarDate
  reports: readonly DayReport[]
  members: readonly User[]
  away: readonly User[]
  /** A sentence that names the members without a report, shown on the last page. Undefined if all have reported. */
  missing: string | undefined
  blockers: Blockers
  onClose: (report: DayReport) => void
}) {
  const t = useTranslations('meeting')
  const common = useTranslations('common')
  const day = useTranslations('dailyReport')
  const language = useLocale()
  const dialog = useRef<HTMLDialogElement>(null)
  const [shown, setShown] = useState({ reports, at: 0 })
  const report = shown.reports[shown.at]!
  const closing = useModal(dialog, () => onClose(report))
  const next = shown.reports[shown.at + 1]
  const [seconds, toggleTimer] = useTimer(report.id)
  const opened = useRef(false)
  // Focuses the dialog, because the browser would focus a button, and the space key would press it. Focuses it again
  // if the focused button disappears with its page. Otherwise no element would receive the keys.
  useLayoutEffect(() => {
    const focused = document.activeElement
    if (!opened.current || !dialog.current?.contains(focused) || focused?.matches(':disabled')) dialog.current?.focus()
    opened.current = true
  }, [report.id])

  useFullScreenEnd()

  const show = (id: string) => setShown({ reports, at: Math.max(reports.map((one) => one.id).indexOf(id), 0) })
  const turn = (to: 'first' | 'last' | 1 | -1) => {
    const known = reports.findIndex(({ id }) => id === report.id)
    const at = known < 0 ? shown.at : known
    const wanted = { first: 0, last: reports.length - 1 }[to as string] ?? at + (to as number)
    const target = reports[Math.min(Math.max(wanted, 0), reports.length - 1)]
    if (target) show(target.id)
  }
  const turning = useTurning(turn)
  const faceOf = ({ user_id, user_name }: Pick<DayReport, 'user_id' | 'user_name'>) => ({
    id: user_id,
    by: user_name,
    member: members.find(({ id }) => id === user_id),
  })

  return (
    <dialog
      ref={dialog}
      tabIndex={-1}
      aria-label={t('title')}
      className="m-0 flex h-dvh max-h-none w-screen max-w-none flex-col bg-bg text-text outline-none"
      {...closing}
      {...turning}
      onKeyDown={(event) => {
        if (isImeKey(event)) return
        if (event.key.toLowerCase() === 'f' && !event.ctrlKey && !event.metaKey) void toggleFullScreen()
        else turning.onKeyDown(event)
      }}
    >
      <header className="mx-4 flex items-center justify-between gap-2 border-b-2 border-rule-ink py-2 md:mx-16 md:gap-6 md:py-4">
        <p className="d-17 md:flex-1">
          <time dateTime={date}>{formatDayAndWeekday(language, date)}</time>
        </p>
        <div className="flex flex-wrap items-center justify-center gap-1 max-md:hidden">
          {shown.reports.map((one) => (
            <button
              key={one.id}
              type="button"
              aria-current={one === report ? 'true' : undefined}
              title={one.user_name}
              className="grid size-9 cursor-pointer place-items-center rounded-full aria-[current]:outline-2 aria-[current]:-outline-offset-2 aria-[current]:outline-ai-text pointer-coarse:size-11"
              onClick={() => show(one.id)}
            >
              <MemberAvatar {...faceOf(one)} size={28} />
              <span className="sr-only">{one.user_name}</span>
            </button>
          ))}
          {away.length > 0 && <Away members={away} />}
        </div>
        <div className="-me-3 flex items-center justify-end md:flex-1">
          <button
            type="button"
            aria-pressed={seconds !== undefined}
            aria-label={t('timer')}
            title={t('timer')}
            className={`${control} text-text-2 tabular-nums`}
            onClick={toggleTimer}
          >
            <Timer size={20} strokeWidth={1.75} aria-hidden />
            {seconds !== undefined && `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`}
          </button>
          <button type="button" aria-label={common('close')} className={control} onClick={() => onClose(report)}>
            <X size={20} strokeWidth={1.75} aria-hidden />
          </button>
        </div>
      </header>
      <MentionedNamesContext value={namesOf(report.mentions, members, undefined)}>
        <ReportPage key={report.id} report={report} blockers={blockers}>
          <MemberAvatar {...faceOf(report)} size={56} />
          <div className="flex min-w-0 grow flex-col md:flex-row md:items-center md:gap-5">
            <h1 className="d-36 min-w-0 text-[1.75rem]/[2.25rem] md:text-[2.75rem]/[3.5rem]" dir="auto">
              {report.user_name}
            </h1>
            <p className="shrink-0 t-14 text-text-3 md:ml-auto">
              {report.is_imported
                ? day('imported')
                : day('submittedAt', { time: formatTime(language, new Date(report.created_at)) })}
            </p>
          </div>
        </ReportPage>
      </MentionedNamesContext>
      <MeetingFooter
        at={shown.at}
        count={shown.reports.length}
        name={report.user_name}
        next={next && { name: next.user_name, face: <MemberAvatar {...faceOf(next)} /> }}
        missing={missing}
        onTurn={turn}
        onEnd={() => onClose(report)}
      />
    </dialog>
  )
}

function Away({ members }: { members: readonly User[] }) {
  const t = useTranslations('dailyReport')
  return (
    <>
      <span className="ml-2 border-l border-rule pl-3 t-12 text-text-3">{t('away')}</span>
      {members.map((member) => (
        <Avatar
          key={member.id}
          initials={initials(member)}
          hue={hueOf(member.id)}
          size={28}
          away
          name={displayName(member)}
        />
      ))}
    </>
  )
}
