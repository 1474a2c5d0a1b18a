/** Limits and other constants, each with its unit. docs/specification/9-constants.md lists them. */
export const limits = {
  pageSize: 100, // records; the default and the maximum of a list
  name: 100, // characters
  email: 254, // characters
  reportText: 10_000, // characters in each of the three fields
  blockerLines: 200, // lines of a report that count as blockers
  insightNote: 10_000, // characters
  draftDays: 366, // days before today for which a program can store a draft
  deletedReports: 30, // days in which a deleted report can be restored
  comment: 2_000, // characters
  commentsShown: 10, // newest comments of a thread that are shown at first; earlier comments are loaded on request
  mentions: 100, // members that one comment can mention
  mentionsMarked: 10_000, // comments marked as unread at once
  mentionWait: 3, // minutes in which comments for a member are collected before a notification
  mentionsInNotice: 5, // comments that a notification shows with their text; the others are only counted
  mentionLengthInNotice: 300, // characters of each comment in a notification
  search: 500, // characters of a query, at most
  searchShortest: 2, // characters of a query, at least
  searchPage: 21, // results on one page of a search
  taskList: 20_000, // characters of the list of frequent tasks
  signUpPassword: 10, // characters, at least, for a password at the sign-up
  password: 8, // characters, at least, for a password set in the settings or by a password reset
  token: 1_000, // characters of a mailed link or a session token
  passwordsCompared: 60, // logins of one account in ten minutes, successful or not; known browsers have a separate count
  passwordChanges: 20, // password changes of one account in an hour
  passwordLongest: 1_000, // characters; limits the work of hashing
  invitationLife: 7, // days for which an invitation is valid after it was created or resent
  invitationsAtOnce: 50, // addresses in one request
  absence: 366, // days of one absence
  webhookUrl: 2_000, // characters of a webhook's address
  webhooks: 20, // webhooks of a team
  stoppedWebhooks: 1_000, // webhooks that one deactivation can stop; teams of older versions may have more than 20
  webhookDeliveries: 50, // newest deliveries that are shown for a webhook
  importRows: 5_000, // rows in one imported file
  importLines: 20_000, // lines in one imported file, including empty ones
  importColumns: 200, // columns in one imported file
  importSample: 200, // characters of each cell in a preview
  importSamples: 3, // rows of a file in a preview
  importReplaced: 20, // replaced reports in a preview
  importUndo: 24, // hours in which an import can be undone
  importsReplacing: 100, // imports into reports of others that can still be undone
  monthEvents: 100, // newest actions on a month that are stored
  storedResponses: 1_000, // responses of a member that are stored for their `Idempotency-Key`; the oldest ones are deleted
  storedResponseBytes: 4_194_304, // bytes of a member's stored responses, after encryption
  sessions: 100, // sessions of a member; if one more begins, the session that was unused for longest ends
  pushDevices: 20, // devices of a member with reminders; if one more is added, reminders end on the oldest device
  passkeys: 20, // passkeys of a member
  accessTokens: 50, // access tokens of a member, including expired ones
  tokenLife: 366, // days from today on: a year, including a leap year
  tokenCalls: 1_000, // calls with one access token in one hour, counted from the full hour
  provisioningCalls: 1_500, // calls with one provisioning token in one minute, counted from second 0; Entra requires 25 a second
  scimFilter: 2_000, // characters of a filter of the directory
  scimText: 1_000, // characters of an attribute from the directory; it is then cut to the length that an account allows
  scimPage: 200, // members on one page of a list for the directory
  holidaysAtOnce: 1_000, // days in one imported calendar file
  firstYear: 2000, // the first year of days that members enter: reports, time off and holidays
  lastYear: 2100, // the last year of days that members enter
  workingFrom: 7, // the hour, in the team's zone, from which reports are posted on a working day
  workingUntil: 20, // the hour, in the team's zone, until which reports are posted; later ones wait for a working day
  tryReturnsAfterDays: 14, // days until a Try is shown again
  weekHour: 17, // the hour, in the team's zone, before which no weekly summary is sent
  weekInsights: 5, // Keeps in a weekly summary, and as many Tries
  weekInsight: 300, // characters of each Keep and Try in the weekly email
  blockerChoices: 200, // choices about blockers that one request for a report can contain
  weekBlockers: 8, // blockers of each state that a weekly summary shows; the others are only counted
  reminderLate: 2, // hours after which an unsent reminder is dropped
} as const
