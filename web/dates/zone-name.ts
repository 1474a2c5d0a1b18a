import { localeOf } from '#contract/dates-in-words.ts'

/** Returns the name of a zone in the style `timeZoneName`, or its IANA name if the browser has no such name. */
export const zonePart = (language: string, timeZone: string, timeZoneName: 'longGeneric' | 'shortOffset') =>
  new Intl.DateTimeFormat(localeOf(language), { timeZone, timeZoneName })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone

/** Returns the name of a zone's time as people call it, such as Japan Standard Time. */
export const zoneName = (language: string, id: string) => (id === 'UTC' ? id : zonePart(language, id, 'longGeneric'))
