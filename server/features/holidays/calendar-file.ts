import type ICAL from 'ical.js'
import { calendarDate } from '#contract/fields.ts'
import type { Holiday } from '#contract/holidays.ts'
import { limits } from '#contract/limits.ts'
import { AppError } from '#server/errors.ts'

type Event = InstanceType<typeof ICAL.Component>
/** Of the library's, which its types do not tell. */
type Recur = { freq: string; interval: number; parts: object; until: { year: number } | null; count: number | null }

const dayLength = 86_400_000 // milliseconds

/**
 * The days of an .ics file's all-day events (RFC 5545), by date. Events of some hours, cancelled ones and those without a name
 * are left out. What comes on the same day of every year is counted until the end of the next one; of what repeats otherwise,
 * the first days are.
 * @throws AppError calendar_unreadable: no such file, or one with more days than a calendar of holidays has
 */
export async function holidaysIn(file: string, thisYear: number): Promise<Holiday[]> {
  const library = (await import('ical.js')).default
  try {
    // One calendar, or several behind one another.
    const parsed = library.parse(file) as unknown[]
    const calendars = typeof parsed[0] === 'string' ? [parsed] : (parsed as unknown[][])
    if (calendars.length === 0) throw new Error('No calendar')
    const byDate = new Map<string, Holiday>()
    for (const calendar of calendars.map((each) => new library.Component(each))) {
      if (calendar.name !== 'vcalendar') throw new Error(`A ${calendar.name} is no calendar`)
      for (const event of calendar.getAllSubcomponents('vevent'))
        for (const day of daysOf(event, thisYear + 1)) if (!byDate.has(day.date)) byDate.set(day.date, day)
      if (byDate.size > limits.holidaysAtOnce) throw new Error(`${byDate.size} days are too many`)
    }
    return [...byDate.values()].toSorted((one, other) => one.date.localeCompare(other.date))
  } catch (cause) {
    throw Object.assign(new AppError('calendar_unreadable'), { cause })
  }
}

function daysOf(event: Event, lastYear: number): Holiday[] {
  const value = (name: string): unknown => event.getFirstPropertyValue(name)
  const start = dayOf(event, 'dtstart')
  const name = nameOf(value('summary'))
  if (start === undefined || name === '' || value('status') === 'CANCELLED') return []
  const length = Math.max(1, (midnight(dayOf(event, 'dtend') ?? start) - midnight(start)) / dayLength)
  if (length > limits.holidaysAtOnce) throw new Error(`${length} days are no holiday`)
  return yearsOf(start, value('rrule') as Recur | null, lastYear)
    .map((year) => `${String(year).padStart(4, '0')}${start.slice(4)}`)
    .filter(exists) // 29 February does not every year
    .flatMap((first) => Array.from({ length }, (_, day) => new Date(midnight(first) + day * dayLength)))
    .filter((day) => day.getUTCFullYear() >= limits.importedSince && day.getUTCFullYear() <= limits.importedUntil)
    .map((day) => ({ date: day.toISOString().slice(0, 10), name }))
}

/** YYYY-MM-DD as it is written, since the library would take the 32nd for the 1st; undefined for a time of day. */
function dayOf(event: Event, name: string): string | undefined {
  const property = event.getFirstProperty(name)
  if (property?.type !== 'date') return undefined
  const day = String(property.jCal[3])
  if (!exists(day)) throw new Error(`${day} is no day`)
  return day
}

const midnight = (day: string) => Date.parse(`${day}T00:00:00Z`)
const exists = (day: string) => calendarDate.safeParse(day).success

/** The years in which the event is; other rules than 'every year' are not followed, since a hostile one never ends. */
function yearsOf(start: string, rule: Recur | null, lastYear: number): number[] {
  const year = Number(start.slice(0, 4))
  const isYearly = rule?.freq === 'YEARLY' && rule.interval === 1 && Object.keys(rule.parts).length === 0
  if (!isYearly) return [year]
  const last = Math.min(lastYear, rule.until?.year ?? lastYear, year + (rule.count ?? Infinity) - 1)
  const first = Math.max(year, limits.importedSince)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, later) => first + later)
}

/** One line of what can be stored. */
const nameOf = (summary: unknown) =>
  typeof summary === 'string'
    ? summary
        .toWellFormed()
        .replaceAll(/\p{Cc}+/gu, ' ')
        .trim()
        .slice(0, limits.name)
        .toWellFormed()
        .trim()
    : ''
