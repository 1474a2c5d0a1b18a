import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { absenceRoutes } from '#server/features/calendar/absences/routes.ts'
import { acceptanceRoutes } from '#server/features/sign-in/accept-invitation/routes.ts'
import { accountTabRoutes, ticketRoutes } from '#server/features/slack-app/connect-tab/routes.ts'
import { activityRoutes } from '#server/features/overview/activity/routes.ts'
import { backlogRoutes } from '#server/features/trackers/backlogs/routes.ts'
import { backupRoutes } from '#server/features/deployment/backups/routes.ts'
import { beginningRoutes } from '#server/features/reports/prefill/routes.ts'
import { blockerRoutes } from './features/blockers/routes.ts'
import { calendarAddressRoutes, calendarFileRoutes } from '#server/features/calendar/calendar-feed/routes.ts'
import { commentRoutes } from './features/comments/routes.ts'
import { connectionRoutes } from '#server/features/account/linked-accounts/routes.ts'
import { dashboardRoutes } from '#server/features/overview/dashboard/routes.ts'
import { deletedReportRoutes } from '#server/features/reports/deleted-reports/routes.ts'
import { deploymentRoutes } from '#server/features/deployment/public-info/routes.ts'
import { deploymentStateRoutes } from '#server/features/deployment/status/routes.ts'
import { emailProofRoutes } from '#server/features/sign-in/email-proof/routes.ts'
import { expectedRoutes } from '#server/features/calendar/due-reports/routes.ts'
import { exportRoutes } from '#server/features/reports/team-export/routes.ts'
import { frequentTaskRoutes } from '#server/features/reports/frequent-tasks/routes.ts'
import { gitHubSignInRoutes } from '#server/features/sign-in/github/routes.ts'
import { googleSignInRoutes } from '#server/features/sign-in/google/routes.ts'
import { grantRoutes, oauthRoutes } from './features/account/oauth/routes.ts'
import { holidaySubscriptionRoutes } from '#server/features/calendar/holiday-subscriptions/routes.ts'
import { holidayRoutes } from '#server/features/calendar/holidays/routes.ts'
import { importRoutes } from '#server/features/reports/csv-import/routes.ts'
import { insightRoutes } from '#server/features/retro/insights/routes.ts'
import { invitationRoutes } from '#server/features/team/invitations/routes.ts'
import { issueImportRoutes } from '#server/features/trackers/issue-imports/routes.ts'
import { leavingRoutes } from '#server/features/privacy/account-deletion/routes.ts'
import { mcpRoutes } from './features/mcp/routes.ts'
import { memberSetupRoutes } from '#server/features/team/member-setups/routes.ts'
import { memberRoutes } from '#server/features/team/members/routes.ts'
import { mentionRoutes } from '#server/features/notifications/inbox/routes.ts'
import { monthlyReportRoutes } from '#server/features/reports/monthly-reports/routes.ts'
import { monthMemberRoutes } from '#server/features/reports/month-members/routes.ts'
import { monthRoutes } from '#server/features/reports/month-approval/routes.ts'
import { myDataRoutes } from '#server/features/privacy/personal-export/routes.ts'
import { notMeRoutes } from '#server/features/sign-in/revert-change/routes.ts'
import { companySignInRoutes } from '#server/features/sign-in/openid/routes.ts'
import { passkeyRoutes, passkeySignInRoutes } from '#server/features/account/passkeys/routes.ts'
import { passwordResetRoutes, passwordRoutes } from '#server/features/sign-in/passwords/routes.ts'
import { outgoingWebhookRoutes } from '#server/features/webhooks/routes.ts'
import { passwordLinkRoutes } from '#server/features/sign-in/password-links/routes.ts'
import { pushRoutes } from '#server/features/notifications/push/routes.ts'
import { reactionRoutes } from '#server/features/reports/reactions/routes.ts'
import { readRoutes } from '#server/features/reports/read-receipts/routes.ts'
import { registrationRoutes } from '#server/features/sign-in/registration/routes.ts'
import { reportImportRoutes } from '#server/features/reports/report-imports/routes.ts'
import { reportRoutes } from '#server/features/reports/daily-reports/routes.ts'
import { scheduleRoutes } from '#server/features/team/schedules/routes.ts'
import { searchRoutes } from './features/search/routes.ts'
import { loginRoutes, ownSessionRoutes, sessionRoutes } from '#server/features/account/sessions/routes.ts'
import { slackChannelRoutes } from '#server/features/slack-app/channel-settings/routes.ts'
import { slackPeopleRoutes } from '#server/features/slack-app/people/routes.ts'
import { slackRequestRoutes } from '#server/features/slack-app/interactions/routes.ts'
import { slackRoutes } from '#server/features/chat/slack/routes.ts'
import { teamRoutes } from '#server/features/team/team-settings/routes.ts'
import { tokenRoutes } from '#server/features/account/access-tokens/routes.ts'
import { trackerRoutes } from '#server/features/trackers/tracker-connections/routes.ts'
import { undeliveredRoutes } from '#server/features/notifications/undelivered/routes.ts'
import { userRoutes } from '#server/features/account/profile/routes.ts'
import { webhookRoutes } from '#server/features/chat/chat-webhooks/routes.ts'
import { weekMailRoutes, weekRoutes } from '#server/features/notifications/weekly-summary/routes.ts'
import type { Services } from './services.ts'

export type Routes = FastifyPluginAsyncZod<{ services: Services }>

/** Routes without a session. */
export const publicRoutes: readonly Routes[] = [
  deploymentRoutes,
  loginRoutes,
  passkeySignInRoutes,
  sessionRoutes,
  googleSignInRoutes,
  gitHubSignInRoutes,
  companySignInRoutes,
  accountTabRoutes,
  registrationRoutes,
  emailProofRoutes,
  passwordResetRoutes,
  notMeRoutes,
  acceptanceRoutes,
  calendarFileRoutes,
  slackRequestRoutes,
  weekMailRoutes,
]

/** Routes for programs, whose addresses are set by standards: not below /api. */
export const programRoutes: readonly Routes[] = [oauthRoutes]

/** Routes that require a session or an access token. */
export const signedInRoutes: readonly Routes[] = [
  userRoutes,
  memberRoutes,
  memberSetupRoutes,
  passwordLinkRoutes,
  passwordRoutes,
  ownSessionRoutes,
  passkeyRoutes,
  tokenRoutes,
  mcpRoutes,
  grantRoutes,
  leavingRoutes,
  myDataRoutes,
  exportRoutes,
  importRoutes,
  reportImportRoutes,
  reportRoutes,
  deletedReportRoutes,
  readRoutes,
  reactionRoutes,
  commentRoutes,
  mentionRoutes,
  beginningRoutes,
  insightRoutes,
  activityRoutes,
  monthlyReportRoutes,
  monthRoutes,
  monthMemberRoutes,
  frequentTaskRoutes,
  backlogRoutes,
  issueImportRoutes,
  invitationRoutes,
  connectionRoutes,
  ticketRoutes,
  slackRoutes,
  slackPeopleRoutes,
  slackChannelRoutes,
  webhookRoutes,
  trackerRoutes,
  undeliveredRoutes,
  outgoingWebhookRoutes,
  pushRoutes,
  teamRoutes,
  backupRoutes,
  deploymentStateRoutes,
  dashboardRoutes,
  blockerRoutes,
  searchRoutes,
  absenceRoutes,
  holidayRoutes,
  holidaySubscriptionRoutes,
  calendarAddressRoutes,
  expectedRoutes,
  scheduleRoutes,
  weekRoutes,
]
