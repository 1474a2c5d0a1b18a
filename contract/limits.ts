/** The constants of docs/specification/9-constants.md and others like them, each with its unit. */
export const limits = {
  pageSize: 100, // records; the default and the most a list answers
  name: 100, // characters
  email: 254, // characters
  reportText: 10_000, // characters, each of the three fields
  insightNote: 10_000, // characters
  search: 500, // characters looked for at most
  searchShortest: 2, // and at least
  searchPage: 21, // results
  taskList: 20_000, // characters
  signUpPassword: 10, // characters at least
  password: 8, // characters at least: settings, password reset
  passwordLongest: 1_000, // characters; bounds the work of hashing
  requestTimeout: 10_000, // milliseconds
  refreshMargin: 5 * 60, // seconds before its expiry in which an access token counts as expired
  toast: 3_000, // milliseconds
  mobileBelow: 768, // pixels
  calendarCells: 42, // days
  invitationLife: 7, // days after creating or resending
  invitationsAtOnce: 50, // addresses of one list
  absence: 366, // days
  holidaysAtOnce: 1_000, // days of one file
  importedSince: 2000, // the first year of which holidays are imported …
  importedUntil: 2100, // … and the last
  workingFrom: 7, // o'clock in the team's zone, on its working days: reports are announced …
  workingUntil: 20, // … until here; later ones on the next working day
  reminderLate: 2, // hours after which a reminder that could not be sent is dropped
} as const
