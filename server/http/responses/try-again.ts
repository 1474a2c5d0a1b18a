import type { FastifyRequest } from 'fastify'
import { asWritten, dateHabitsOf } from '#contract/dates-in-words.ts'
import { timeZone } from '#contract/fields.ts'
import type { Language } from '#contract/languages.ts'

const minute = 60_000 // milliseconds
const zoneLongest = 64 // characters

/** Returns the time zone of `x-time-zone`, so that browsers show times in their own zone (E1.06). */
function zoneOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const named = headers['x-time-zone']
  return typeof named === 'string' && named.length <= zoneLongest && timeZone.safeParse(named).success
    ? named
    : undefined
}

/**
 * Returns the time of the next attempt, such as 21:20 or 9:20 PM (E5.05). If it is on another day, includes the date:
 * 28 November, 21:20. If the caller sends no time zone, uses and names the deployment's: 21:20 (JST).
 * @param wait seconds
 */
export function tryAgainAt(
  request: Pick<FastifyRequest, 'headers'>,
  language: Language,
  { wait, now, defaultZone }: { wait: number; now: Date; defaultZone: string },
): string {
  const own = zoneOf(request)
  const zone = own ?? defaultZone
  const moment = new Date(Math.ceil((now.getTime() + wait * 1_000) / minute) * minute)
  const tags = (request.headers['accept-language'] ?? '').split(',', 20).map((tag) => tag.split(';', 1)[0]!.trim())
  const { locale, hourCycle } = dateHabitsOf(language, tags)
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: zone })
  const day = format({ dateStyle: 'short' })
  const isToday = day.format(moment) === day.format(now)
  const time = { hour: hourCycle === 'h12' ? 'numeric' : '2-digit', minute: '2-digit', hourCycle } as const
  const words = format(isToday ? time : { ...time, month: 'long', day: 'numeric' }).format(moment)
  if (own) return asWritten(language, words)
  const named = format({ timeZoneName: 'short' }).formatToParts(moment)
  return `${asWritten(language, words)} (${named.find(({ type }) => type === 'timeZoneName')?.value})`
}
