/** The time zone of this device, as IANA calls it. */
export const browserZone = new Intl.DateTimeFormat().resolvedOptions().timeZone
