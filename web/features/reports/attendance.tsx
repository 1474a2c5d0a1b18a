import { OctagonAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import type { User } from '#contract/users.ts'
import type { CalendarDate } from '../../dates/dates.ts'
import { displayName, hueOf, initials, pictureOf } from '../../domain/person.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { underlined } from '../../ui/text-link.ts'
import type { Attendance } from './day.ts'
import { useAttendanceText } from './use-attendance-text.ts'

type Looks = { member: User; look?: 'ghost' | 'away' | 'off' | undefined }

const Face = ({ member, look, size }: Looks & { size: 24 | 28 }) => (
  <Avatar
    initials={initials(member)}
    hue={hueOf(member.id)}
    picture={pictureOf(member)}
    size={size}
    {...(look && { [look]: true })}
  />
)

const AttendanceFace = (looks: Looks) => (
  <span title={displayName(looks.member)} className="contents">
    <Face {...looks} size={28} />
  </span>
)

const NotDue = ({ word, members, look }: { word: string; members: User[]; look: Looks['look'] }) =>
  members.length > 0 && (
    <span className="flex items-center gap-1">
      <span className="mr-0.5 t-12 text-text-3">{word}</span>
      {members.map((member) => (
        <AttendanceFace key={member.id} member={member} look={look} />
      ))}
    </span>
  )

const More = ({ count }: { count: number }) => count > 0 && <span className="t-12 text-text-3">+{count}</span>

/**
 * The maximum number of faces of members with a report or a due report: two lines. The count below covers all members.
 */
export const dueAtMost = 23
/** The maximum number of faces of members without a due report. */
const othersAtMost = 6

/**
 * Shows the members with a report in order of submission, then those with a missing report. After a thin line, shows
 * the members without a due report.
 */
export function AttendanceSummary({
  attendance,
  blockers,
  onBlockers,
}: {
  attendance: Attendance
  blockers: number
  /** Called if the member presses the number of blockers. */
  onBlockers: () => void
}) {
  const t = useTranslations('dailyReport')
  const all = [...attendance.present, ...attendance.absent]
  const away = attendance.away.slice(0, othersAtMost)
  const notWorking = attendance.notWorking.slice(0, othersAtMost - away.length)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 wide:max-w-96 wide:min-w-48 wide:shrink-99999 wide:flex-col wide:items-end wide:self-end">
      <div aria-hidden className="flex flex-wrap items-center gap-1 wide:justify-end">
        {all.slice(0, dueAtMost).map((member, index) => (
          <AttendanceFace
            key={member.id}
            member={member}
            look={index >= attendance.present.length ? 'ghost' : undefined}
          />
        ))}
        <More count={all.length - dueAtMost} />
        {away.length + notWorking.length > 0 && all.length > 0 && <span className="mx-1.5 h-4 w-px bg-rule" />}
        <NotDue word={t('away')} members={away.map(({ member }) => member)} look="away" />
        <NotDue word={t('off')} members={notWorking} look="off" />
        <More count={attendance.away.length + attendance.notWorking.length - othersAtMost} />
      </div>
      <div className="flex min-h-5 grow flex-row-reverse flex-wrap items-center justify-between gap-x-3 t-13 @min-[480px]:grow-0 @min-[480px]:flex-row wide:justify-end">
        {blockers > 0 && (
          <button
            type="button"
            onClick={onBlockers}
            className="printed flex cursor-pointer items-center gap-1 rounded-1 text-problem-text underline-offset-3 hover:underline pointer-coarse:-my-3 pointer-coarse:py-3"
          >
            <OctagonAlert size={14} strokeWidth={1.75} aria-hidden />
            {t('blockers', { count: blockers })}
          </button>
        )}
        <p role="status" className="text-text-2 tabular-nums">
          {t.rich(attendance.isDue ? 'rollCall' : 'rollCallDayOff', {
            present: attendance.present.length,
            total: all.length,
            strong: (words) => <b className="font-semibold text-text">{words}</b>,
          })}
        </p>
      </div>
    </div>
  )
}

const namedAtMost = 15

/** Shows a line of names, such as 未提出: 三浦 航太、小野寺 徹. */
function AttendanceLine({ members, say }: { members: User[]; say: (names: string[]) => string }) {
  const t = useTranslations('dailyReport')
  const [all, setAll] = useState(false)
  const line = useRef<HTMLParagraphElement>(null)
  const cut = all ? 0 : Math.max(0, members.length - namedAtMost)
  const names = members.slice(0, members.length - cut).map(displayName)
  if (cut > 0) names.push(t('absentOthers', { count: cut }))
  return (
    <div className="t-13 text-text-2">
      <p ref={line} tabIndex={-1}>
        {say(names)}
        {cut > 0 && (
          <button
            type="button"
            onClick={() => {
              flushSync(() => setAll(true))
              line.current?.focus()
            }}
            className={`ml-2 cursor-pointer rounded-1 print:hidden pointer-coarse:-my-3 pointer-coarse:py-3 ${underlined}`}
          >
            {t('absentAll')}
          </button>
        )}
      </p>
    </div>
  )
}

/** Lists the members without a report, below the reports of the day. Gives the reason if no report was due. */
export function AttendanceLines({
  attendance,
  date,
  holiday,
}: {
  attendance: Attendance
  date: CalendarDate
  holiday: string | undefined
}) {
  const words = useAttendanceText(date)
  const { absent, away, notWorking } = attendance
  const lasts = [...new Set(away.map(({ until }) => until))].toSorted()
  return (
    <div className="flex flex-col gap-3 py-4 empty:hidden">
      {holiday && <p className="t-13 text-text-2">{holiday}</p>}
      {absent.length > 0 && <AttendanceLine members={absent} say={words.absent} />}
      {lasts.map((until) => (
        <AttendanceLine
          key={until}
          members={away.flatMap((each) => (each.until === until ? each.member : []))}
          say={(names) => words.away(names, until)}
        />
      ))}
      {notWorking.length > 0 && <AttendanceLine members={notWorking} say={words.notWorking} />}
    </div>
  )
}
