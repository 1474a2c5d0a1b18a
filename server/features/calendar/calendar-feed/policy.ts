import { daysAfter } from '#contract/weeks.ts'

/** An all-day event. @property until the last day, included */
export type CalendarEvent = { uid: string; from: string; until: string; summary: string }

/**
 * Yields an iCalendar file (RFC 5545), one event at a time.
 * @param stamp DTSTAMP of all events, YYYY-MM-DD: the day on which they were read from the database
 */
export function* calendarOf(name: string, events: readonly CalendarEvent[], stamp: string): Generator<string> {
  yield written([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Asakai//Calendar//EN',
    'CALSCALE:GREGORIAN',
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
  ])
  for (const { uid, from, until, summary } of events)
    yield written([
      'BEGIN:VEVENT',
      `UID:${uid}`,
      `DTSTAMP:${compact(stamp)}T000000Z`,
      `DTSTART;VALUE=DATE:${compact(from)}`,
      `DTEND;VALUE=DATE:${compact(daysAfter(until, 1))}`,
      `SUMMARY:${escaped(summary)}`,
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ])
  yield written(['END:VCALENDAR'])
}

const written = (lines: readonly string[]) => lines.map((line) => `${folded(line)}\r\n`).join('')

const compact = (date: string) => date.replaceAll('-', '')

/** The characters at which some calendar programs end a line. */
const lineEnd = /\r\n|[\n\v\f\r\u{85}\p{Zl}\p{Zp}]/gu

/** Escapes a TEXT value (RFC 5545, 3.3.11): one line, without control characters. */
const escaped = (text: string) =>
  text
    .replaceAll(lineEnd, ' ')
    .replaceAll(/\p{Cc}/gu, '')
    .replaceAll(/[\\;,]/gu, '\\$&')

const lineLongest = 75 // octets (RFC 5545, 3.1), including the space before a continuation

/** Folds a line without splitting a character. */
function folded(line: string): string {
  if (Buffer.byteLength(line) <= lineLongest) return line
  let [text, length] = ['', 0]
  for (const character of line) {
    const octets = Buffer.byteLength(character)
    if (length + octets > lineLongest) {
      text += '\r\n '
      length = 1
    }
    text += character
    length += octets
  }
  return text
}
