import { limits } from '#contract/limits.ts'
import { type CalendarEvent, eventOf } from './calendar-event.ts'
import { readLines } from './calendar-lines.ts'
import { type Day, dayOf, writeDay } from './days.ts'
import { type Entry, type FoundDay, joinDays } from './found-days.ts'
import { clockIn } from './moments.ts'
import { occurrences } from './recurrence.ts'
import { type Series, seriesOf } from './series.ts'

/** @property unreadLines the number of skipped lines */
export type CalendarFile = { days: FoundDay[]; unreadLines: number }

/**
 * The number of years after this year for which a rule without an end is expanded. The expansion begins with last year.
 */
const yearsAhead = 2
/** The most days to compare with rules. A daily rule over 100 years needs 36,525. */
const mostDaysLookedAt = 300_000
/** The most days of all events. Many events can be on the same day. */
const mostEntries = 10_000

const first = dayOf(limits.firstYear, 0)
const last = dayOf(limits.lastYear + 1, 0) - 1

/**
 * Reads the days of all-day events in an .ics file (RFC 5545).
 * @param timeZone decides the day of a time in UTC
 * @throws Error if the file is no calendar, or has too many days for holidays
 */
export function readCalendarFile(file: string, thisYear: number, timeZone: string): CalendarFile {
  const lines = readLines(file)
  let unreadLines = lines.unreadLines
  const clock = clockIn(timeZone)
  const events = lines.events.flatMap((each) => eventOf(each, clock, () => (unreadLines += 1)) ?? [])
  const entries: Entry[] = []
  const dates = new Set<string>()
  const add = ({ name, length, isProposed }: CalendarEvent, start: Day) => {
    if (name === '') return
    for (let day = Math.max(start, first); day < start + length && day <= last; day += 1) {
      const date = writeDay(day)
      entries.push({ date, name, isProposed })
      dates.add(date)
    }
    if (dates.size > limits.holidaysAtOnce || entries.length > mostEntries) throw new Error('These are too many days')
  }
  const startsOf = expander(thisYear)
  for (const series of seriesOf(events)) addSeries(series, startsOf, add)
  if (entries.length === 0 && unreadLines > 0) throw new Error('No event could be read')
  return { days: joinDays(entries), unreadLines }
}

function addSeries(
  { events, changes }: Series,
  startsOf: (event: CalendarEvent) => Day[],
  add: (event: CalendarEvent, start: Day) => void,
) {
  const [name] = events.map((event) => event.name)
  const named = (change: CalendarEvent) => ({ ...change, name: change.name || name || '' })
  const single = changes.filter(({ isOnward }) => !isOnward)
  const replaced = new Set(single.map(({ replaces }) => replaces))
  for (const event of events) {
    let starts = startsOf(event).filter((day) => !replaced.has(day))
    for (const change of changes) {
      if (!change.isOnward) continue
      const from = change.replaces!
      if (!change.isCancelled) for (const day of starts) if (day >= from) add(named(change), day - from + change.start)
      starts = starts.filter((day) => day < from)
    }
    for (const start of starts) add(event, start)
  }
  for (const change of single) if (!change.isCancelled) add(named(change), change.start)
}

/** Returns a function that returns the first day of each occurrence of an event. */
function expander(thisYear: number): (event: CalendarEvent) => Day[] {
  let lookedAt = 0
  const look = (days: number) => {
    lookedAt += days
    if (lookedAt > mostDaysLookedAt) throw new Error('The rules name too many days')
  }
  const end = dayOf(thisYear + yearsAhead + 1, 0) - 1
  const lastYear = dayOf(thisYear - 1, 0)
  return ({ start, rules, added, removed }) => {
    const starts = new Set(rules.length === 0 ? [start] : [])
    for (const rule of rules) {
      const isBounded = rule.count !== undefined || (rule.until !== undefined && rule.until <= end)
      const from = isBounded ? first : lastYear
      const days = [...occurrences(start, rule, { from, last: end }, look)]
      const isOver = rule.until !== undefined ? rule.until <= end : days.length === rule.count
      for (const day of days) if (isOver || day >= lastYear) starts.add(day)
    }
    for (const day of added) starts.add(day)
    return [...starts].filter((day) => !removed.has(day))
  }
}
