import type { ReportTime } from '#contract/report-time.ts'
import { formatHour } from '../dates/format-date.ts'

/** @param none the label of the empty value */
export const hourOptions = (language: string, none: string) => [
  { value: '', name: none },
  ...Array.from({ length: 24 }, (_none, hour) => ({ value: String(hour), name: formatHour(language, hour) })),
]

export const hourOf = (chosen: string) => (chosen === '' ? null : Number(chosen))

const usualHours: Record<ReportTime, number> = { morning: 10, evening: 17 }

/** Returns the default hour for the writing time if the team still has the default of the other writing time. */
export const hourToOffer = (time: ReportTime, hour: number | null): number | undefined =>
  hour === usualHours[time === 'evening' ? 'morning' : 'evening'] ? usualHours[time] : undefined
