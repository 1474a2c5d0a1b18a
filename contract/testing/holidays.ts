import type { FoundHoliday } from '../holidays.ts'

/** A day of a country or a file that is proposed as a holiday. */
export const foundHoliday = (date: string, name: string, parts: Partial<FoundHoliday> = {}): FoundHoliday => ({
  date,
  name,
  is_proposed: true,
  is_holiday: false,
  entries: 1,
  ...parts,
})
