import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { absenceRoutes } from '#server/features/calendar/absences/routes.ts'
import { acceptInvitationRoutes } from '#server/features/sign-in/accept-invitation/routes.ts'
import { connectTabRoutes, ticketRoutes } from '#server/features/slack-app/connect-tab/routes.ts'
import { activityRoutes } from '#server/features/overview/activity/routes.ts'
import { backlogRoutes } from '#server/features/trackers/backlogs/routes.ts'
import { backupRoutes } from '#server/features/deployment/backups/routes.ts'
import { prefillRoutes } from '#server/features/reports/prefill/routes.ts'
import { blockerRoutes } from './features/blockers/routes.ts'
import { calendarFeedRoutes, calendarFileRoutes } from '#server/features/calendar/calendar-feed/routes.ts'
import { commentRoutes } from './features/comments/routes.ts'
import { linkedAccountRoutes } from '#server/features/account/linked-accounts/routes.ts'
import { dashboardRoutes } from '#server/features/overview/dashboard/routes.ts'
import { deletedReportRoutes } from '#server/features/reports/deleted-reports/routes.ts'
import { publicInfoRoutes } from '#server/features/deployment/public-info/routes.ts'
import { deploymentStatusRoutes } from '#server/features/deployment/status/routes.ts'
import { emailProofRoutes } from '#server/features/sign-in/email-proof/routes.ts'
import { dueReportRoutes } from '#server/features/calendar/due-reports/routes.ts'
import { teamExportRoutes } from '#server/features/reports/team-export/routes.ts'
import { frequentTaskRoutes } from '#server/features/reports/frequent-tasks/routes.ts'
import { gitHubSignInRoutes } from '#server/features/sign-in/github/routes.ts'
import { googleSignInRoutes } from '#server/features/sign-in/google/routes.ts'
import { grantRoutes, oauthRoutes } from './features/account/oauth/routes.ts'
import { holidaySubscriptionRoutes } from '#server/features/calendar/holiday-subscriptions/routes.ts'
import { holidayRoutes } from '#server/features/calendar/holidays/routes.ts'
import { csvImportRoutes } from '#server/features/reports/csv-import/routes.ts'
import { insightRoutes } from '#server/features/retro/insights/routes.ts'
import { invitationRoutes } from '#server/features/team/invitations/routes.ts'
import { issueImportRoutes } from '#server/features/trackers/issue-imports/routes.ts'
import { accountDeletionRoutes } from '#server/features/privacy/account-deletion/routes.ts'
import { mcpRoutes } from './features/mcp/routes.ts'
import { memberSetupRoutes } from '#server/features/team/member-setups/routes.ts'
import { memberRoutes } from '#server/features/team/members/routes.ts'
import { inboxRoutes } from '#server/features/notifications/inbox/routes.ts'
import { monthlyReportRoutes } from '#server/features/reports/monthly-reports/routes.ts'
import { monthMemberRoutes } from '#server/features/reports/month-members/routes.ts'
import { monthApprovalRoutes } from '#server/features/reports/month-approval/routes.ts'
import { personalExportRoutes } from '#server/features/privacy/personal-export/routes.ts'
import { revertChangeRoutes } from '#server/features/sign-in/revert-change/routes.ts'
import { backChannelLogoutRoutes, companySignInRoutes } from '#server/features/sign-in/openid/routes.ts'
import { passkeyRoutes, passkeySignInRoutes } from '#server/features/account/passkeys/routes.ts'
import { passwordResetRoutes, passwordRoutes } from '#server/features/sign-in/passwords/routes.ts'
import { webhookRoutes } from '#server/features/webhooks/routes.ts'
import { passwordLinkRoutes } from '#server/features/sign-in/password-links/routes.ts'
import { scimTokenRoutes } from '#server/features/sign-in/scim-token/routes.ts'
import { pushRoutes } from '#server/features/notifications/push/routes.ts'
import { reactionRoutes } from '#server/features/reports/reactions/routes.ts'
import { readReceiptRoutes } from '#server/features/reports/read-receipts/routes.ts'
import { registrationRoutes } from '#server/features/sign-in/registration/routes.ts'
import { reportImportRoutes } from '#server/features/reports/report-imports/routes.ts'
import { dailyReportRoutes } from '#server/features/reports/daily-reports/routes.ts'
import { scheduleRoutes } from '#server/features/team/schedules/routes.ts'
import { scimRoutes } from '#server/features/sign-in/scim/routes.ts'
import { searchRoutes } from './features/search/routes.ts'
import { loginRoutes, ownSessionRoutes, sessionRoutes } from '#server/features/account/sessions/routes.ts'
import { channelSettingsRoutes } from '#server/features/slack-app/channel-settings/routes.ts'
import { slackPeopleRoutes } from '#server/features/slack-app/people/routes.ts'
import { slackInteractionRoutes } from '#server/features/slack-app/interactions/routes.ts'
import { slackRoutes } from '#server/features/chat/slack/routes.ts'
import { teamSettingsRoutes } from '#server/features/team/team-settings/routes.ts'
import { accessTokenRoutes } from '#server/features/account/access-tokens/routes.ts'
import { trackerRoutes } from '#server/features/trackers/tracker-connections/routes.ts'
import { undeliveredRoutes } from '#server/features/notifications/undelivered/routes.ts'
import { profileRoutes } from '#server/features/account/profile/routes.ts'
import { chatWebhookRoutes } from '#server/features/chat/chat-webhooks/routes.ts'
import { weeklyEmailRoutes, weeklySummaryRoutes } from '#server/features/notifications/weekly-summary/routes.ts'
import type { Services } from './services.ts'

export type Routes = FastifyPluginAsyncZod<{ services: Services }>

/** Routes without a session. */
export const publicRoutes: readonly Routes[] = [
  publicInfoRoutes,
  loginRoutes,
  passkeySignInRoutes,
  sessionRoutes,
  googleSignInRoutes,
  gitHubSignInRoutes,
  companySignInRoutes,
  backChannelLogoutRoutes,
  connectTabRoutes,
  registrationRoutes,
  emailProofRoutes,
  passwordResetRoutes,
  revertChangeRoutes,
  acceptInvitationRoutes,
  calendarFileRoutes,
  slackInteractionRoutes,
  weeklyEmailRoutes,
  scimRoutes,
]

/** Routes for programs. Their addresses are not below /api, because standards define them. */
export const programRoutes: readonly Routes[] = [oauthRoutes]

/** Routes that require a session or an access token. */
export const signedInRoutes: readonly Routes[] = [
  profileRoutes,
  memberRoutes,
  memberSetupRoutes,
  passwordLinkRoutes,
  passwordRoutes,
  ownSessionRoutes,
  passkeyRoutes,
  accessTokenRoutes,
  mcpRoutes,
  grantRoutes,
  accountDeletionRoutes,
  personalExportRoutes,
  teamExportRoutes,
  csvImportRoutes,
  reportImportRoutes,
  dailyReportRoutes,
  deletedReportRoutes,
  readReceiptRoutes,
  reactionRoutes,
  commentRoutes,
  inboxRoutes,
  prefillRoutes,
  insightRoutes,
  activityRoutes,
  monthlyReportRoutes,
  monthApprovalRoutes,
  monthMemberRoutes,
  frequentTaskRoutes,
  backlogRoutes,
  issueImportRoutes,
  invitationRoutes,
  linkedAccountRoutes,
  ticketRoutes,
  slackRoutes,
  slackPeopleRoutes,
  channelSettingsRoutes,
  chatWebhookRoutes,
  trackerRoutes,
  undeliveredRoutes,
  webhookRoutes,
  scimTokenRoutes,
  pushRoutes,
  teamSettingsRoutes,
  backupRoutes,
  deploymentStatusRoutes,
  dashboardRoutes,
  blockerRoutes,
  searchRoutes,
  absenceRoutes,
  holidayRoutes,
  holidaySubscriptionRoutes,
  calendarFeedRoutes,
  dueReportRoutes,
  scheduleRoutes,
  weeklySummaryRoutes,
]
