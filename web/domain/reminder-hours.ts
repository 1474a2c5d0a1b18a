import type { ReportTime } from '#contract/report-time.ts'
import { formatHour } from '../dates/format-date.ts'

/** @param none the label of the empty value */
export const hourOptions = (language: string, none: string) => [
  { value: '', name: none },
  ...Array.from({ length: 24 }, (_none, hour) => ({ value: String(hour), name: formatHour(language, hour) })),
]

export const hourOf = (chosen: string) => (chosen === '' ? null : Number(chosen))

const usualHours: Record<ReportTime, number> = { morning: 10, evening: 17 }

/**
 * Returns the usual reminder hour of `time`, if `hour` is the usual hour of the other writing time.
 * Otherwise returns undefined, because the team has chosen `hour` itself.
 */
export const hourToOffer = (time: ReportTime, hour: number | null): number | undefined =>
  hour === usualHours[time === 'evening' ? 'morning' : 'evening'] ? usualHours[time] : undefined
