/** The constants of docs/specification/9-constants.md and others like them, each with its unit. */
export const limits = {
  pageSize: 100, // records; the default and the most a list answers
  name: 100, // characters
  email: 254, // characters
  reportText: 10_000, // characters, each of the three fields
  blockerLines: 200, // lines of one report that count as blockers
  insightNote: 10_000, // characters
  deletedReports: 30, // days in which a deleted report can be restored
  comment: 2_000, // characters
  commentsShown: 10, // of a thread, before the earlier ones are asked for
  mentions: 100, // members that one comment names
  mentionsMarked: 10_000, // comments for a member that are marked as unread at once
  mentionWait: 3, // minutes in which the comments for a member are collected before they are told of them
  mentionsTold: 5, // at once with their words; of the others the number
  mentionTold: 300, // characters of each
  search: 500, // characters looked for at most
  searchShortest: 2, // and at least
  searchPage: 21, // results
  taskList: 20_000, // characters
  signUpPassword: 10, // characters at least
  password: 8, // characters at least: settings, password reset
  token: 1_000, // characters of a mailed link or a session
  passwordLongest: 1_000, // characters; bounds the work of hashing
  invitationLife: 7, // days after creating or resending
  invitationsAtOnce: 50, // addresses of one list
  absence: 366, // days
  webhookUrl: 2_000, // characters
  webhooks: 20, // of one team
  stoppedWebhooks: 1_000, // in one deactivation: older teams may have more than they could make today
  webhookDeliveries: 50, // the last ones that are shown
  importRows: 5_000, // of one table
  importLines: 20_000, // of one table, empty ones included
  importColumns: 200, // of one table
  importSample: 200, // characters of each cell that a preview shows
  importSamples: 3, // rows of a file that a preview shows
  importReplaced: 20, // replaced reports that a preview shows
  importUndo: 24, // hours in which an import can be undone
  tokenLife: 366, // days from today on: a year, whichever it is
  tokenCalls: 1_000, // calls of one token in an hour of the clock
  holidaysAtOnce: 1_000, // days of one file
  firstYear: 2000, // of a day that is written: a report, time off or a holiday …
  lastYear: 2100, // … and the last
  workingFrom: 7, // o'clock in the team's zone, on its working days: reports are announced …
  workingUntil: 20, // … until here; later ones on the next working day
  tryLasts: 14, // days until a Try comes back
  weekHour: 17, // o'clock in the team's zone, when its week is summed up at the earliest
  weekInsights: 5, // Keeps, and as many Tries, of a week
  weekInsight: 300, // characters of each in the mail
  blockerChoices: 200, // of one report
  weekBlockers: 8, // of a week that are listed in each state; the rest is counted
  reminderLate: 2, // hours after which a reminder that could not be sent is dropped
} as const
