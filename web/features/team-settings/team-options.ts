import { formatHour } from '../../lib/format-date.ts'

/** @param none what '' is called */
export const hourOptions = (language: string, none: string) => [
  { value: '', name: none },
  ...Array.from({ length: 24 }, (_none, hour) => ({ value: String(hour), name: formatHour(language, hour) })),
]

/** Of what is chosen among them. */
export const hourOf = (chosen: string) => (chosen === '' ? null : Number(chosen))
