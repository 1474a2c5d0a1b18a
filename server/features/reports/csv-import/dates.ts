import { normalized } from '#contract/normalized.ts'

/** A parsed date. `unordered`: the first two numbers may be day and month, or month and day. */
type Parsed =
  | { kind: 'day'; year: number; month: number; day: number }
  | { kind: 'unordered'; first: number; second: number; year: number }
type Time = { hour: number; minute: number; second: number; offset: number } // offset: minutes ahead of UTC
type Cell = { text: string; parsed: Parsed | undefined; time: Time | undefined }

/** The order of the day and the month in dates such as 03/04/2026. */
export type DateOrder = 'day_first' | 'month_first'

/**
 * `day`: YYYY-MM-DD, or the original text if it is no date. `moment`: milliseconds since 1970, for a time with a zone.
 */
export type DateCell = { day: string } | { moment: number } | 'unclear'

const longest = 80 // characters; longer cells are not dates

const months: Record<string, number> = Object.fromEntries(
  [
    'january jan januar janvier janv gennaio gen jaanuar',
    'february feb februar février févr febbraio veebruar veebr',
    'march mar märz mär mars marzo märts',
    'april apr avril avr aprile aprill',
    'may mai maggio mag',
    'june jun juni juin giugno giu juuni',
    'july jul juli juillet juil luglio lug juuli',
    'august aug août aout agosto ago',
    'september sep sept septembre settembre set',
    'october oct oktober okt octobre ottobre ott oktoober',
    'november nov novembre',
    'december dec dezember dez décembre déc dicembre dic detsember dets',
  ].flatMap((names, index) => names.split(' ').map((name) => [name, index + 1])),
)

const weekdays =
  /^(?:mon|tue|wed|thu|fri|sat|sun|(?:mon|tues|wednes|thurs|fri|satur|sun)day|mo|di|mi|do|fr|sa|so|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|lun|mar|mer|jeu|ven|sam|dim|(?:lun|mar|mercre|jeu|vendre|same)di|dimanche)\.?,? +/u

const forms = [
  /^(?<year>\d{4}) ?[-/.年] ?(?<month>\d{1,2}) ?[-/.月] ?(?<day>\d{1,2})日?(?!\d)/u,
  /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})(?!\d)/u,
  /^(?<day>\d{1,2})\. ?(?<month>\d{1,2})\. ?(?<year>\d{4})(?!\d)/u,
  /^(?<first>\d{1,2})(?<sign>[-/])(?<second>\d{1,2})\k<sign>(?<year>\d{4})(?!\d)/u,
  /^(?<day>\d{1,2})(?:st|nd|rd|th|er|\.)?[ -](?<name>\p{L}{3,12})\.?,?[ -](?<year>\d{4})(?!\d)/u,
  /^(?<name>\p{L}{3,12})\.? (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})(?!\d)/u,
]

const time =
  /^(?:[t,]|at|um|à)? ?(?<before>午前|午後)? ?(?<hour>\d{1,2}) ?[:h時] ?(?<minute>\d{2})分?(?::?(?<second>\d{2})秒?(?:[.,]\d+)?)? ?(?<half>[ap]\.?m\.?|uhr)? ?(?<zone>z|[a-z]{3,4}|(?:utc|gmt)? ?[+-]\d{1,2}:?(?:\d{2})?)?(?: \([^()]*\))?$/u
const weekdayBehind = /^ ?\((?:[日月火水木金土]|[日月火水木金土]曜日?)\) ?/u

/**
 * The offsets of zones in minutes ahead of UTC: those of RFC 5322 and other common ones. Leaves out CST, which is a
 * zone of China, too.
 */
const zones: Record<string, number> = {
  z: 0,
  utc: 0,
  gmt: 0,
  est: -300,
  edt: -240,
  cdt: -300,
  mst: -420,
  mdt: -360,
  pst: -480,
  pdt: -420,
  jst: 540,
  cet: 60,
  cest: 120,
  eet: 120,
  eest: 180,
}

/**
 * Reads a column of dates. In dates such as 03/04/2026, the order of day and month comes from `asked`, or else from the
 * other dates of the column (E4.02).
 * @returns `order`: undefined if no date needs an order, or if nothing decides it
 */
export function readDates(texts: readonly string[], asked?: DateOrder) {
  const cells = texts.map(parse)
  const unordered = cells.flatMap(({ parsed }) => (parsed?.kind === 'unordered' ? parsed : []))
  const isDayFirst = unordered.some(({ first }) => first > 12)
  const isMonthFirst = unordered.some(({ second }) => second > 12)
  const decided = isDayFirst === isMonthFirst ? undefined : isDayFirst ? 'day_first' : 'month_first'
  const order: DateOrder | undefined = unordered.length === 0 ? undefined : (asked ?? decided)
  const read = cells.map((cell) => dateOf(cell, order))
  return { order, isOrderUnclear: read.includes('unclear'), dates: read }
}

function parse(cell: string): Cell {
  if (cell.length > longest) return { text: cell, parsed: undefined, time: undefined }
  const text = normalized(cell, 'NFKC').replaceAll(/\s+/gu, ' ').trim()
  const lower = text.toLowerCase().replace(weekdays, '')
  const match = forms.map((form) => form.exec(lower)).find((found) => found !== null)
  if (!match) return { text, parsed: undefined, time: undefined }
  const rest = lower.slice(match[0].length).replace(weekdayBehind, ' ').trim()
  const parsed = partsOf(match.groups!)
  if (rest === '') return { text, parsed, time: undefined }
  const clock = timeOf(rest)
  return { text, parsed: clock === undefined ? undefined : parsed, time: clock ?? undefined }
}

function partsOf({ year, month, day, name, first, second }: Record<string, string>): Parsed | undefined {
  if (first) return { kind: 'unordered', first: Number(first), second: Number(second), year: Number(year) }
  const number = name ? months[name] : Number(month)
  return number === undefined ? undefined : { kind: 'day', year: Number(year), month: number, day: Number(day) }
}

/** Returns the time with its zone. Returns null for a time without a zone, and undefined if the text is no time. */
function timeOf(rest: string): Time | null | undefined {
  const groups = time.exec(rest)?.groups
  if (!groups) return undefined
  const { before, half, zone, second = '0' } = groups
  const isAfternoon = before === '午後' || half?.startsWith('p')
  const isHalf = before !== undefined || /^[ap]/u.test(half ?? '')
  const given = Number(groups['hour'])
  const hour = isHalf ? (given % 12) + (isAfternoon ? 12 : 0) : given
  const minute = Number(groups['minute'])
  if (hour > 23 || minute > 59 || Number(second) > 60) return undefined
  if (!zone) return null
  const offset = zones[zone] ?? offsetOf(zone)
  return offset === undefined ? undefined : { hour, minute, second: Number(second), offset }
}

function offsetOf(zone: string): number | undefined {
  const { sign, hours, minutes = '0' } = /(?<sign>[+-])(?<hours>\d{1,2}):?(?<minutes>\d{2})?$/u.exec(zone)?.groups ?? {}
  if (!hours || Number(hours) > 14) return undefined
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

function dateOf({ text, parsed, time: clock }: Cell, order: DateOrder | undefined): DateCell {
  if (!parsed) return { day: text }
  const date = parsed.kind === 'day' ? parsed : ordered(parsed, order)
  if (!date) return 'unclear'
  const { year, month, day } = date
  const written = [String(year), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-')
  const midnight = Date.UTC(year, month - 1, day)
  if (!clock) return { day: written }
  if (new Date(midnight).toISOString().slice(0, 10) !== written) return { day: text }
  return { moment: midnight + ((clock.hour * 60 + clock.minute - clock.offset) * 60 + clock.second) * 1_000 }
}

/** Orders the two numbers of a date. A number over 12 is the day, regardless of the other rows. */
function ordered({ first, second, year }: Extract<Parsed, { kind: 'unordered' }>, order: DateOrder | undefined) {
  const own = first > 12 ? 'day_first' : second > 12 ? 'month_first' : first === second ? 'day_first' : order
  if (!own) return undefined
  return own === 'day_first' ? { year, month: second, day: first } : { year, month: first, day: second }
}
