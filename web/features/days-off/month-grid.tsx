import { useMemo, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { isoWeekday } from '#contract/due.ts'
import type { User } from '#contract/users.ts'
import { type CalendarDate, daysOfMonth, monthOf } from '../../dates/dates.ts'
import { formatFullDay, formatMonth, formatMonthName, formatShortWeekday } from '../../dates/format-date.ts'
import { textLink } from '../../ui/text-link.ts'
import { GridRow } from './grid-row.tsx'
import type { OpenDay } from './month-row.ts'
import type { CalendarDays } from '../../entities/days-off.ts'
import { useGridFocus } from './use-grid-focus.ts'

/** If there are more members than this, those without an absence in the month are collapsed. */
const shownAtMost = 30

/** Shows the members' absences and the holidays of a month (design: team calendar). */
export function MonthGrid({
  month,
  today,
  members,
  ownId,
  daysOff,
  workingDays,
  isBusy,
  mayChange,
  onOpen,
  onMonth,
}: {
  /** YYYY-MM */
  month: string
  today: CalendarDate
  /** Sorted in the order of the rows. */
  members: User[]
  ownId: string | undefined
  daysOff: CalendarDays
  workingDays: readonly number[]
  isBusy: boolean
  mayChange: (member: User) => boolean
  onOpen: OpenDay
  onMonth: (month: string) => void
}) {
  const t = useTranslations('teamCalendar')
  const language = useLocale()
  const [unfolded, setUnfolded] = useState(false)
  const dates = useMemo(() => daysOfMonth(month), [month])
  const holidays = useMemo(() => new Map(daysOff.holidays.map(({ date, name }) => [date, name])), [daysOff])
  const isLarge = members.length > shownAtMost
  const shown = useMemo(() => {
    if (!isLarge || unfolded) return members
    const [first, last] = [dates[0]!, dates.at(-1)!]
    const away = daysOff.absences.filter(({ from, until }) => from <= last && until >= first)
    const ids = new Set([ownId, ...away.map(({ user_id }) => user_id)])
    return members.filter(({ id }) => ids.has(id))
  }, [members, isLarge, unfolded, daysOff, dates, ownId])
  const ids = useMemo(() => shown.map(({ id }) => id), [shown])
  const start = monthOf(today) === month ? today : dates[0]!
  const { cell, focused, setFocused, moveTo, onKeyDown } = useGridFocus(ids, dates, start, onMonth)
  const ground = (date: CalendarDate) =>
    holidays.has(date) ? 'bg-pressed' : workingDays.includes(isoWeekday(date)) ? '' : 'bg-sunken'
  const folded = members.length - shown.length
  const unfold = () => {
    setUnfolded(true)
    moveTo({ row: members.find((member) => !shown.includes(member))!.id, date: focused.date })
  }

  return (
    <div className="narrow:hidden">
      <table
        role="grid"
        aria-label={t('gridLabel', { month: formatMonth(language, dates[0]!) })}
        aria-busy={isBusy}
        className="w-full table-fixed border-separate border-spacing-0 border-t-2 border-rule-ink"
        onKeyDown={onKeyDown}
      >
        <thead className="sticky top-0 z-2">
          <tr>
            <th scope="col" className="w-44 border-b border-rule bg-bg">
              <span className="sr-only">{t('member')}</span>
            </th>
            {dates.map((date) => (
              <th
                key={date}
                scope="col"
                aria-label={formatFullDay(language, date)}
                aria-current={date === today ? 'date' : undefined}
                title={holidays.get(date)}
                className={`border-b border-rule pt-2 pb-1.5 ${ground(date) || 'bg-bg'}`}
              >
                <span
                  className={`mx-auto block size-6 rounded-2 leading-6 tabular-nums ${date === today ? 'calendar-today t-13b' : 't-13'}`}
                >
                  <span className="grid h-6 place-items-center">{Number(date.slice(8))}</span>
                </span>
                <span className="block overflow-hidden t-12 text-text-3 lang-cjk:overflow-visible">
                  {formatShortWeekday(language, date).slice(0, 2)}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((member, index) => (
            <GridRow
              key={member.id}
              member={member}
              dates={dates}
              daysOff={daysOff}
              holidays={holidays}
              workingDays={workingDays}
              isSmall={isLarge}
              focused={focused.row === member.id ? focused.date : undefined}
              cell={cell}
              mayChange={mayChange(member)}
              namesOver={index === 0 ? shown.length : 0}
              onFocus={setFocused}
              onOpen={onOpen}
            />
          ))}
        </tbody>
      </table>
      {folded > 0 && (
        <p className="py-3">
          <button type="button" className={`cursor-pointer t-13 ${textLink}`} onClick={unfold}>
            {t('showRest', { month: formatMonthName(language, dates[0]!), count: folded })}
          </button>
        </p>
      )}
    </div>
  )
}
