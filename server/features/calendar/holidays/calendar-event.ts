import { asName } from '#contract/characters.ts'
import { limits } from '#contract/limits.ts'
import type { EventLines, Property } from './calendar-lines.ts'
import type { Day } from './days.ts'
import type { Clock, Moment } from './moments.ts'
import { type Rule, ruleOf } from './rule.ts'

/** An all-day VEVENT. */
export type CalendarEvent = {
  uid: string | undefined
  sequence: number
  name: string
  start: Day
  /** The number of days. */
  length: number
  isProposed: boolean
  isCancelled: boolean
  rules: Rule[]
  /** RDATE */
  added: Day[]
  /** EXDATE */
  removed: Set<Day>
  /** RECURRENCE-ID: the event replaces this day in the series with the same UID. */
  replaces: Day | undefined
  /** RANGE=THISANDFUTURE: the event replaces the later days, too. */
  isOnward: boolean
}

/**
 * Reads an event. Events shorter than a day are left out.
 * @param skipped is called for each unreadable date or rule, and for a missing start
 * @returns undefined if the event has no whole days
 * @throws Error if the event is too long to be a holiday
 */
export function eventOf(lines: EventLines, clock: Clock, skipped: () => void): CalendarEvent | undefined {
  const text = (name: string) => String(lines.get(name)?.[0]?.getFirstValue() ?? '')
  const momentsOf = (name: string) => (lines.get(name) ?? []).flatMap((line) => moments(line, clock, skipped))
  const start = momentsOf('dtstart')[0]
  if (!start) {
    if (!lines.has('dtstart')) skipped()
    return undefined
  }
  const length = lengthOf(
    lines,
    start,
    momentsOf('dtend')[0],
    text('x-microsoft-cdo-alldayevent').toUpperCase() === 'TRUE',
  )
  if (length === undefined) return undefined
  if (length > limits.holidaysAtOnce) throw new Error(`${length} days are no holiday`)
  return {
    uid: text('uid') || undefined,
    sequence: Number(text('sequence')),
    name: asName(text('summary'), limits.name),
    start: start.day,
    length,
    isProposed: !isObservance(lines, text('uid'), text('description')),
    isCancelled: text('status').toUpperCase() === 'CANCELLED',
    rules: (lines.get('rrule') ?? []).flatMap((line) => ruleOf(line, clock) ?? (skipped(), [])),
    added: momentsOf('rdate').map(({ day }) => day),
    removed: new Set(momentsOf('exdate').map(({ day }) => day)),
    replaces: momentsOf('recurrence-id')[0]?.day,
    isOnward: lines.get('recurrence-id')?.[0]?.getFirstParameter('range') === 'THISANDFUTURE',
  }
}

function moments(line: Property, clock: Clock, skipped: () => void): Moment[] {
  return line.jCal.slice(3).flatMap((value: unknown) => {
    // A period is an array of its start and its end.
    const moment = clock(String(Array.isArray(value) ? value[0] : value))
    if (!moment) skipped()
    return moment ?? []
  })
}

/**
 * Returns the number of days, undefined for an event that is shorter than a day. Outlook writes all-day events from
 * midnight to midnight.
 */
function lengthOf(lines: EventLines, start: Moment, end: Moment | undefined, isMarked: boolean): number | undefined {
  const duration = lines.get('duration')?.[0]?.getFirstValue() as { toSeconds: () => number } | undefined
  const days = end
    ? end.day - start.day + (end.isMidnight ? 0 : 1)
    : duration
      ? duration.toSeconds() / 86_400
      : Number(start.isDate)
  const isWhole = start.isMidnight && days >= 1 && (end ? end.isMidnight : Number.isInteger(days))
  return start.isDate || isMarked || isWhole ? Math.max(1, Math.ceil(days)) : undefined
}

/**
 * Returns whether the event is an observance: a day on which people work. Google writes the word into the description,
 * in the calendar's language, and below it a line about how to hide such days.
 */
function isObservance(lines: EventLines, uid: string, description: string): boolean {
  const categories = (lines.get('categories') ?? []).flatMap((line) => line.getValues().map(String))
  return (
    [description, ...categories].some((text) => /^\s*observance\b/iu.test(text)) ||
    (/^\d{8}_[a-z0-9]+@google\.com$/u.test(uid) && description.trim().includes('\n'))
  )
}
