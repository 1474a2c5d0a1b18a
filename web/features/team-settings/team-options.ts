import type { ReportTime } from '#contract/report-time.ts'
import { formatHour } from '../../lib/format-date.ts'

/** @param none what '' is called */
export const hourOptions = (language: string, none: string) => [
  { value: '', name: none },
  ...Array.from({ length: 24 }, (_none, hour) => ({ value: String(hour), name: formatHour(language, hour) })),
]

/** Of what is chosen among them. */
export const hourOf = (chosen: string) => (chosen === '' ? null : Number(chosen))

/** The hour at which a team is reminded that has not chosen another. */
const usualHours: Record<ReportTime, number> = { morning: 10, evening: 17 }

/** The hour that goes with the time of writing, where the team still has the usual one of the other time. */
export const hourToOffer = (time: ReportTime, hour: number | null): number | undefined =>
  hour === usualHours[time === 'evening' ? 'morning' : 'evening'] ? usualHours[time] : undefined
