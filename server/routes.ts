import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { absenceRoutes } from './features/absences/routes.ts'
import { acceptanceRoutes } from './features/acceptance/routes.ts'
import { accountTabRoutes, ticketRoutes } from './features/account-tabs/routes.ts'
import { activityRoutes } from './features/activity/routes.ts'
import { backlogRoutes } from './features/backlogs/routes.ts'
import { backupRoutes } from './features/backups/routes.ts'
import { beginningRoutes } from './features/beginning/routes.ts'
import { blockerRoutes } from './features/blockers/routes.ts'
import { calendarAddressRoutes, calendarFileRoutes } from './features/calendar-address/routes.ts'
import { commentRoutes } from './features/comments/routes.ts'
import { connectionRoutes } from './features/connections/routes.ts'
import { dashboardRoutes } from './features/dashboard/routes.ts'
import { deletedReportRoutes } from './features/deleted-reports/routes.ts'
import { deploymentRoutes } from './features/deployment/routes.ts'
import { deploymentStateRoutes } from './features/deployment-state/routes.ts'
import { emailProofRoutes } from './features/email-proof/routes.ts'
import { expectedRoutes } from './features/expected/routes.ts'
import { exportRoutes } from './features/export/routes.ts'
import { frequentTaskRoutes } from './features/frequent-tasks/routes.ts'
import { gitHubSignInRoutes } from './features/github-sign-in/routes.ts'
import { googleSignInRoutes } from './features/google-sign-in/routes.ts'
import { holidaySubscriptionRoutes } from './features/holiday-subscriptions/routes.ts'
import { holidayRoutes } from './features/holidays/routes.ts'
import { importRoutes } from './features/import/routes.ts'
import { insightRoutes } from './features/insights/routes.ts'
import { invitationRoutes } from './features/invitations/routes.ts'
import { issueImportRoutes } from './features/issue-imports/routes.ts'
import { leavingRoutes } from './features/leaving/routes.ts'
import { mcpRoutes } from './features/mcp/routes.ts'
import { memberSetupRoutes } from './features/member-setups/routes.ts'
import { memberRoutes } from './features/members/routes.ts'
import { mentionRoutes } from './features/mentions/routes.ts'
import { monthlyReportRoutes } from './features/monthly-reports/routes.ts'
import { monthMemberRoutes } from './features/month-members/routes.ts'
import { monthRoutes } from './features/months/routes.ts'
import { myDataRoutes } from './features/my-data/routes.ts'
import { notMeRoutes } from './features/not-me/routes.ts'
import { companySignInRoutes } from './features/openid-sign-in/routes.ts'
import { passkeyRoutes, passkeySignInRoutes } from './features/passkeys/routes.ts'
import { passwordResetRoutes, passwordRoutes } from './features/passwords/routes.ts'
import { outgoingWebhookRoutes } from './features/outgoing-webhooks/routes.ts'
import { passwordLinkRoutes } from './features/password-links/routes.ts'
import { pushRoutes } from './features/push/routes.ts'
import { reactionRoutes } from './features/reactions/routes.ts'
import { readRoutes } from './features/reads/routes.ts'
import { registrationRoutes } from './features/registration/routes.ts'
import { reportImportRoutes } from './features/report-imports/routes.ts'
import { reportRoutes } from './features/reports/routes.ts'
import { scheduleRoutes } from './features/schedules/routes.ts'
import { searchRoutes } from './features/search/routes.ts'
import { loginRoutes, ownSessionRoutes, sessionRoutes } from './features/sessions/routes.ts'
import { slackChannelRoutes } from './features/slack-channel/routes.ts'
import { slackPeopleRoutes } from './features/slack-people/routes.ts'
import { slackRequestRoutes } from './features/slack-requests/routes.ts'
import { slackRoutes } from './features/slack/routes.ts'
import { teamRoutes } from './features/teams/routes.ts'
import { tokenRoutes } from './features/tokens/routes.ts'
import { trackerRoutes } from './features/trackers/routes.ts'
import { undeliveredRoutes } from './features/undelivered/routes.ts'
import { userRoutes } from './features/users/routes.ts'
import { webhookRoutes } from './features/webhooks/routes.ts'
import { weekMailRoutes, weekRoutes } from './features/week/routes.ts'
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
