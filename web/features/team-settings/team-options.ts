import { formatHour } from '../../lib/format-date.ts'

const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')]

/** @param current is among them, however it is called */
export const zoneOptions = (current: string) =>
  (zones.includes(current) ? zones : [current, ...zones]).map((zone) => ({
    value: zone,
    name: zone.replaceAll('_', ' '),
  }))

/** @param none what '' is called */
export const hourOptions = (language: string, none: string) => [
  { value: '', name: none },
  ...Array.from({ length: 24 }, (_none, hour) => ({ value: String(hour), name: formatHour(language, hour) })),
]

/** Of what is chosen among them. */
export const hourOf = (chosen: string) => (chosen === '' ? null : Number(chosen))
