import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { ActivityEntry } from '#contract/activity.ts'
import type { User } from '#contract/users.ts'
import { addDays, type CalendarDate } from '../../dates/dates.ts'
import { ownDate } from '../../dates/own-zone.ts'
import { formatDay, formatPastDay } from '../../dates/format-date.ts'
import { TimelineEntry } from './timeline-entry.tsx'

/** The distance from the end at which the next page is fetched. */
const ahead = 400 // pixels

/**
 * Shows its content at a height of at most 400 pixels, with a scrollbar (S9.14). Fades at the bottom if more is below.
 */
export function TimelineCard({ children, onNearEnd }: { children: ReactNode; onNearEnd?: () => void }) {
  const t = useTranslations('activity')
  const [more, setMore] = useState(false)
  const scroller = useRef<HTMLElement>(null)
  const look = () => {
    const { scrollHeight, scrollTop, clientHeight } = scroller.current!
    const below = scrollHeight - scrollTop - clientHeight
    setMore(below > 8)
    if (below < ahead) onNearEnd?.()
  }
  // Runs after every render, because the content or the width may have changed.
  useLayoutEffect(look)
  return (
    <div className="relative overflow-hidden rounded-3 border border-rule bg-surface">
      <section
        ref={scroller}
        // A scrollable region must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={t('timeline')}
        onScroll={look}
        className="max-h-[398px] overflow-y-auto px-4 -outline-offset-2 md:px-6"
      >
        {children}
      </section>
      {more && (
        <div
          aria-hidden
          className="pointer-events-none absolute inset-x-0 bottom-0 h-14 bg-linear-to-t from-surface to-transparent"
        />
      )}
    </div>
  )
}

export function Timeline({
  entries,
  members,
  userId,
  today,
  actions,
}: {
  entries: readonly ActivityEntry[]
  members: readonly User[]
  userId: string | undefined
  today: CalendarDate
  /** Renders the actions for one of the member's own entries. */
  actions: (entry: ActivityEntry) => ReactNode
}) {
  const t = useTranslations('activity')
  const language = useLocale()
  const named = (day: CalendarDate) => {
    const date = (day.slice(0, 4) === today.slice(0, 4) ? formatDay : formatPastDay)(language, day)
    if (day === today) return t('today', { date })
    return day === addDays(today, -1) ? t('yesterday', { date }) : date
  }
  return (
    <div className="relative py-4 before:absolute before:inset-y-2 before:left-1/2 before:hidden before:w-px before:bg-rule @min-[600px]:before:block">
      {daysOf(entries).map(({ day, entries: ofDay }) => (
        <div key={day} className="relative not-first:mt-4">
          {/* Stays in view while the member scrolls the entries of this day. */}
          <h2 className="sticky top-2 z-1 mx-auto mb-4 w-fit rounded-2 bg-surface px-2 py-0.5 text-center t-13b text-text-2">
            <time dateTime={day}>{named(day)}</time>
          </h2>
          <ol className="flex flex-col gap-5">
            {ofDay.map((entry) => (
              <TimelineEntry
                key={entry.id}
                entry={entry}
                member={members.find(({ id }) => id === entry.user_id)}
                own={entry.user_id === userId}
                actions={actions(entry)}
              />
            ))}
          </ol>
        </div>
      ))}
    </div>
  )
}

/** Groups consecutive entries of the same day in the reader's time zone. */
function daysOf(entries: readonly ActivityEntry[]) {
  const days: { day: CalendarDate; entries: ActivityEntry[] }[] = []
  for (const entry of entries) {
    const day = ownDate(new Date(entry.at))
    const last = days.at(-1)
    if (last?.day === day) last.entries.push(entry)
    else days.push({ day, entries: [entry] })
  }
  return days
}
