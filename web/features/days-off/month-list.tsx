import { useMemo } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { User } from '#contract/users.ts'
import { type CalendarDate, daysOfMonth } from '../../dates/dates.ts'
import { formatFullDay, formatShortDay, formatShortWeekday } from '../../dates/format-date.ts'
import { displayName, hueOf, initials, pictureOf } from '../../domain/person.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { type ListedDay, listedDays, type OpenDay } from './month-row.ts'
import type { CalendarDays } from '../../entities/days-off.ts'

/** Shows the month on narrow screens, as a list of the days with a holiday or an absence. */
export function MonthList({
  month,
  today,
  members,
  daysOff,
  mayChange,
  onOpen,
}: {
  /** YYYY-MM */
  month: string
  today: CalendarDate
  members: User[]
  daysOff: CalendarDays
  mayChange: (member: User) => boolean
  onOpen: OpenDay
}) {
  const t = useTranslations('teamCalendar')
  const language = useLocale()
  const days = useMemo(() => listedDays(members, daysOfMonth(month), daysOff), [members, month, daysOff])
  return (
    <ul aria-label={t('listLabel')} className="border-t-2 border-rule-ink wide:hidden">
      {days.map(({ date, holiday, away }) => (
        <li key={date} className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-2 border-b border-rule py-3">
          <time
            dateTime={date}
            aria-current={date === today ? 'date' : undefined}
            className="flex h-7 items-baseline gap-1.5 tabular-nums pointer-coarse:h-11 pointer-coarse:pt-2"
          >
            <span className="sr-only">{formatFullDay(language, date)}</span>
            <span aria-hidden className={`d-20 ${date === today ? 'text-ai-text' : ''}`}>
              {Number(date.slice(8))}
            </span>
            <span aria-hidden className="t-12 text-text-3">
              {formatShortWeekday(language, date)}
            </span>
          </time>
          <div className="grid gap-2">
            {holiday !== undefined && <p className="py-1 t-14 text-text-2 pointer-coarse:py-3">{holiday}</p>}
            {away.map((entry) => (
              <Away
                key={entry.absence.id}
                entry={entry}
                onOpen={
                  mayChange(entry.member) ? (element) => onOpen(entry.member, date, entry.absence, element) : undefined
                }
              />
            ))}
          </div>
        </li>
      ))}
    </ul>
  )
}

function Away({
  entry: { member, absence },
  onOpen,
}: {
  entry: ListedDay['away'][number]
  onOpen: ((element: HTMLElement) => void) | undefined
}) {
  const t = useTranslations('teamCalendar')
  const language = useLocale()
  const absences = useTranslations('absence')
  const until = absence.until > absence.from && t('until', { day: formatShortDay(language, absence.until) })
  const content = (
    <>
      <Avatar initials={initials(member)} hue={hueOf(member.id)} picture={pictureOf(member)} size={24} />
      <span className="min-w-0 t-14 wrap-break-word">{displayName(member)}</span>
      <span className="ml-auto text-right t-13 text-text-2">
        {absences(`kinds.${absence.half ?? 'all'}`)} {until}
      </span>
    </>
  )
  const look = 'flex min-h-7 w-full items-center gap-2 text-left pointer-coarse:min-h-11'
  if (!onOpen) return <div className={look}>{content}</div>
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={(event) => onOpen(event.currentTarget)}
      className={`${look} cursor-pointer rounded-2 hover:bg-hover active:bg-pressed`}
    >
      {content}
    </button>
  )
}
