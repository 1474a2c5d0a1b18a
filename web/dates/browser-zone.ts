export const browserZone = new Intl.DateTimeFormat().resolvedOptions().timeZone
