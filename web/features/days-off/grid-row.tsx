import { memo, type RefObject, useMemo } from 'react'
import { isoWeekday } from '#contract/due.ts'
import type { User } from '#contract/users.ts'
import type { CalendarDate } from '../../dates/dates.ts'
import { isImeKey } from '../../platform/ime-key.ts'
import { displayName, hueOf, initials, pictureOf } from '../../domain/person.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { type MemberDay, monthRow, type OpenDay } from './month-row.ts'
import type { CalendarDays } from '../../entities/days-off.ts'
import { useDayLabel } from './use-day-label.ts'

const heights = { large: 36, small: 28 } // pixels

/** Shows a member's month. Memoized: there are many rows, and moving the focus changes at most two of them. */
export const GridRow = memo(function GridRow({
  member,
  dates,
  daysOff,
  holidays,
  workingDays,
  isSmall,
  focused,
  cell,
  mayChange,
  namesOver,
  onFocus,
  onOpen,
}: {
  member: User
  dates: readonly CalendarDate[]
  daysOff: CalendarDays
  holidays: ReadonlyMap<CalendarDate, string>
  workingDays: readonly number[]
  isSmall: boolean
  /** The day in this row that Tab reaches. Undefined if Tab reaches another row. */
  focused: CalendarDate | undefined
  cell: RefObject<HTMLTableCellElement | null>
  mayChange: boolean
  /** The number of rows that the vertical names of holidays may cover, from this row down. 0 shows no names. */
  namesOver: number
  onFocus: (place: { row: string; date: CalendarDate }) => void
  onOpen: OpenDay
}) {
  const isFree = (date: CalendarDate) => !workingDays.includes(isoWeekday(date))
  const row = useMemo(() => monthRow(member, dates, daysOff, workingDays), [member, dates, daysOff, workingDays])
  const dayWords = useDayLabel(holidays)
  const height = isSmall ? 'h-7' : 'h-9'
  return (
    <tr>
      <th scope="row" className={`border-b border-rule pr-3 ${height} pointer-coarse:h-11`}>
        <span className="flex items-center gap-2 text-left t-13">
          <Avatar
            initials={initials(member)}
            hue={hueOf(member.id)}
            picture={pictureOf(member)}
            size={isSmall ? 20 : 24}
          />
          <span className="truncate">{displayName(member)}</span>
        </span>
      </th>
      {row.map((day) => {
        const { date, absence, isNotDue } = day
        const words = dayWords(member, date, absence, isNotDue)
        const ground = holidays.has(date) ? 'bg-pressed' : isFree(date) ? 'bg-sunken' : ''
        return (
          <td
            key={date}
            ref={date === focused ? cell : undefined}
            role="gridcell"
            tabIndex={date === focused ? 0 : -1}
            aria-label={words}
            title={absence || isNotDue || holidays.has(date) ? words : undefined}
            aria-haspopup={mayChange ? 'dialog' : undefined}
            onFocus={() => onFocus({ row: member.id, date })}
            onClick={mayChange ? (event) => onOpen(member, date, absence, event.currentTarget) : undefined}
            onKeyDown={(event) => {
              if (!mayChange || isImeKey(event) || (event.key !== 'Enter' && event.key !== ' ')) return
              event.preventDefault()
              onOpen(member, date, absence, event.currentTarget)
            }}
            className={`relative border-b border-rule p-0 focus-visible:-outline-offset-2 ${ground} ${mayChange ? 'cursor-pointer' : ''}`}
          >
            {namesOver > 0 && holidays.has(date) && (
              <span
                aria-hidden
                className="pointer-events-none absolute top-1.5 left-1/2 z-1 hidden h-max -translate-x-1/2 overflow-hidden t-12 tracking-widest whitespace-nowrap text-text-2 [writing-mode:vertical-rl] lang-cjk:block"
                style={{ maxHeight: namesOver * (isSmall ? heights.small : heights.large) - 8 }}
              >
                {holidays.get(date)}
              </span>
            )}
            <Mark day={day} />
          </td>
        )
      })}
    </tr>
  )
})

const bar = 'block h-5 border-y border-heat-3 bg-heat-1 forced-colors:bg-[Highlight]'

function Mark({ day: { absence, starts, ends, isNotDue } }: { day: MemberDay }) {
  if (isNotDue) return <span className="mx-auto block h-px w-2 bg-rule-strong forced-colors:bg-[CanvasText]" />
  if (!absence) return
  const half = absence.half && { morning: 'mr-[50%]! ml-0.5', afternoon: 'ml-[50%]! mr-0.5' }[absence.half]
  return (
    <span
      className={`${bar} ${starts ? 'ml-0.5 rounded-l-1 border-l' : ''} ${ends ? 'mr-0.5 rounded-r-1 border-r' : ''} ${half ?? ''}`}
    />
  )
}
