import ICAL from 'ical.js'

export type Property = InstanceType<typeof ICAL.Property>

/** The properties of one VEVENT that matter for holidays, by lower-case name. */
export type EventLines = Map<string, Property[]>

export type CalendarLines = {
  events: EventLines[]
  /** The number of lines that were skipped because they do not follow RFC 5545. */
  unreadLines: number
}

const read = new Set([
  'uid',
  'dtstart',
  'dtend',
  'duration',
  'rrule',
  'rdate',
  'exdate',
  'recurrence-id',
  'sequence',
  'status',
  'summary',
  'description',
  'categories',
  'x-microsoft-cdo-alldayevent',
])
/** Nesting limit. A calendar contains events, and events contain alarms. */
const deepest = 8

/**
 * Reads the lines of an .ics file (RFC 5545, 3.1) one by one, so that one bad line does not make the others unreadable.
 * Skips time zones, alarms and other components.
 * @throws Error if the file is no calendar, or its components are nested wrongly or too deeply
 */
export function readLines(file: string): CalendarLines {
  const events: EventLines[] = []
  const open: string[] = []
  let [calendars, unreadLines] = [0, 0]
  for (const line of unfolded(file)) {
    const name = /^[a-z0-9-]+(?=[;:])/iu.exec(line)?.[0].toLowerCase()
    if (name === 'begin') {
      const part = partOf(line)
      if (open.length === 0 && part !== 'vcalendar') throw new Error(`A ${part} is no calendar`)
      if (open.length >= deepest) throw new Error('The parts are too deep in each other')
      if (open.push(part) === 1) calendars += 1
      else if (part === 'vevent' && open.length === 2) events.push(new Map())
    } else if (name === 'end') {
      if (open.pop() !== partOf(line)) throw new Error('A part ends that has not begun')
    } else if (name === undefined || !line.includes(':')) {
      unreadLines += 1
    } else if (read.has(name) && open.length === 2 && open[1] === 'vevent') {
      if (!add(events.at(-1)!, name, line)) unreadLines += 1
    }
  }
  if (open.length > 0) throw new Error('A part does not end')
  if (calendars === 0) throw new Error('No calendar')
  return { events, unreadLines }
}

const unfolded = (file: string): string[] =>
  file
    .replace(/^\u{feff}/u, '')
    .replaceAll(/(?:\r\n|\n|\r)[ \t]/gu, '')
    .split(/\r\n|\n|\r/u)
    .filter((line) => line.trim() !== '')

const partOf = (line: string) =>
  line
    .slice(line.indexOf(':') + 1)
    .trim()
    .toLowerCase()

const numbers = /^[+-]?\d{1,3}(?:,[+-]?\d{1,3})*$/u
const positive = /^0{0,9}[1-9]\d{0,8}$/u

/**
 * Returns whether the numbers of a rule follow RFC 5545, 3.3.10. Checked here, because ical.js reads both 0 and 1e9 as
 * 1.
 */
const hasWholeNumbers = (line: string) =>
  partsOf(line).every(([name, value]) => {
    if (name === 'INTERVAL' || name === 'COUNT') return positive.test(value)
    return /^BY(?:MONTHDAY|YEARDAY|WEEKNO|MONTH|SETPOS)$/u.test(name) ? numbers.test(value) : true
  })

const partsOf = (line: string) =>
  line
    .slice(line.indexOf(':') + 1)
    .toUpperCase()
    .replaceAll(/\s/gu, '')
    .split(';')
    .map((part): [name: string, value: string] => {
      const [name = '', value = ''] = part.split('=')
      return [name, value]
    })

/** Adds a line to the event. @returns whether the line could be read */
function add(event: EventLines, name: string, line: string): boolean {
  if (name === 'rrule' && !hasWholeNumbers(line)) return false
  try {
    const property = ICAL.Property.fromString(name === 'rrule' ? line.toUpperCase().replaceAll(' ', '') : asDate(line))
    property.getFirstValue() // ical.js parses the value only on access
    const same = event.get(name)
    if (same) same.push(property)
    else event.set(name, [property])
    return true
  } catch {
    return false
  }
}

/**
 * Adds the missing VALUE=DATE: some programs write `DTSTART:20260710`, but RFC 5545 requires
 * `DTSTART;VALUE=DATE:20260710`.
 */
const asDate = (line: string) =>
  line.replace(
    /^((?:dtstart|dtend|rdate|exdate|recurrence-id)(?:;[^:]*)?):(?=\d{8}(?:,\d{8})*\s*$)/iu,
    (_, start: string) =>
      /;value=date(?:;|$)/iu.test(start) ? `${start}:` : `${start.replace(/;value=[^;:]*/iu, '')};VALUE=DATE:`,
  )
