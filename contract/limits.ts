/** The constants of docs/specification/9-constants.md and others, each with its unit. */
export const limits = {
  pageSize: 100, // records; the default and the maximum of a list
  name: 100, // characters
  email: 254, // characters
  reportText: 10_000, // characters in each of the three fields
  blockerLines: 200, // lines of a report that count as blockers
  insightNote: 10_000, // characters
  deletedReports: 30, // days in which a deleted report can be restored
  comment: 2_000, // characters
  commentsShown: 10, // newest comments of a thread; earlier ones are requested
  mentions: 100, // members in one comment
  mentionsMarked: 10_000, // comments marked as unread at once
  mentionWait: 3, // minutes in which comments for a member are collected before a notification
  mentionsTold: 5, // comments with text in a notification; the rest is counted
  mentionTold: 300, // characters of each
  search: 500, // characters of a query, at most
  searchShortest: 2, // characters of a query, at least
  searchPage: 21, // results
  taskList: 20_000, // characters
  signUpPassword: 10, // characters, at least
  password: 8, // characters, at least: settings and password reset
  token: 1_000, // characters of a mailed link or a session token
  passwordsCompared: 60, // logins of one account in ten minutes from known browsers, right or wrong, and from others
  passwordChanges: 20, // password changes of one account in an hour
  passwordLongest: 1_000, // characters; limits the work of hashing
  invitationLife: 7, // days after creating or resending
  invitationsAtOnce: 50, // addresses in one request
  absence: 366, // days
  webhookUrl: 2_000, // characters
  webhooks: 20, // per team
  stoppedWebhooks: 1_000, // in one deactivation; older teams may have more than can be created today
  webhookDeliveries: 50, // deliveries of a webhook that are shown, the newest
  importRows: 5_000, // per table
  importLines: 20_000, // per table, including empty ones
  importColumns: 200, // per table
  importSample: 200, // characters of each cell in a preview
  importSamples: 3, // rows of a file in a preview
  importReplaced: 20, // replaced reports in a preview
  importUndo: 24, // hours in which an import can be undone
  sessions: 100, // sessions of a member; one more ends the least used session
  pushDevices: 20, // devices of a member with reminders; one more turns them off on the oldest
  passkeys: 20, // passkeys of a member
  accessTokens: 50, // access tokens of a member, also expired ones
  tokenLife: 366, // days from today on: a year, including a leap year
  tokenCalls: 1_000, // calls per token and clock hour
  provisioningCalls: 1_500, // calls per provisioning token and clock minute; Entra asks for 25 a second
  scimFilter: 2_000, // characters
  scimText: 1_000, // characters of an attribute, before it is cut to what an account can have
  scimPage: 200, // members in one list of the directory
  holidaysAtOnce: 1_000, // days in one file
  firstYear: 2000, // the first year for written days: reports, time off and holidays
  lastYear: 2100, // the last year for written days
  workingFrom: 7, // o'clock in the team's zone on working days; reports are announced from then on
  workingUntil: 20, // o'clock; later reports are announced on the next working day
  tryReturnsAfterDays: 14, // days until a Try returns
  weekHour: 17, // o'clock in the team's zone, the earliest time of the weekly summary
  weekInsights: 5, // Keeps of a week, and as many Tries
  weekInsight: 300, // characters of each in the email
  blockerChoices: 200, // per report
  weekBlockers: 8, // blockers of a week shown for each state; the rest is counted
  reminderLate: 2, // hours after which an unsent reminder is dropped
} as const
