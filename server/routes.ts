import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { absenceRoutes } from './features/absences/routes.ts'
import { acceptanceRoutes } from './features/acceptance/routes.ts'
import { accountTabRoutes, ticketRoutes } from './features/account-tabs/routes.ts'
import { activityRoutes } from './features/activity/routes.ts'
import { backlogRoutes } from './features/backlogs/routes.ts'
import { backupRoutes } from './features/backups/routes.ts'
import { calendarAddressRoutes, calendarFileRoutes } from './features/calendar-address/routes.ts'
import { connectionRoutes } from './features/connections/routes.ts'
import { dashboardRoutes } from './features/dashboard/routes.ts'
import { deploymentRoutes } from './features/deployment/routes.ts'
import { expectedRoutes } from './features/expected/routes.ts'
import { frequentTaskRoutes } from './features/frequent-tasks/routes.ts'
import { gitHubSignInRoutes } from './features/github-sign-in/routes.ts'
import { googleSignInRoutes } from './features/google-sign-in/routes.ts'
import { holidayRoutes } from './features/holidays/routes.ts'
import { insightRoutes } from './features/insights/routes.ts'
import { invitationRoutes } from './features/invitations/routes.ts'
import { leavingRoutes } from './features/leaving/routes.ts'
import { memberRoutes } from './features/members/routes.ts'
import { monthlyReportRoutes } from './features/monthly-reports/routes.ts'
import { myDataRoutes } from './features/my-data/routes.ts'
import { notMeRoutes } from './features/not-me/routes.ts'
import { passwordResetRoutes, passwordRoutes } from './features/passwords/routes.ts'
import { pushRoutes } from './features/push/routes.ts'
import { registrationRoutes } from './features/registration/routes.ts'
import { reportRoutes } from './features/reports/routes.ts'
import { scheduleRoutes } from './features/schedules/routes.ts'
import { searchRoutes } from './features/search/routes.ts'
import { loginRoutes, ownSessionRoutes, sessionRoutes } from './features/sessions/routes.ts'
import { slackPeopleRoutes } from './features/slack-people/routes.ts'
import { slackRoutes } from './features/slack/routes.ts'
import { teamRoutes } from './features/teams/routes.ts'
import { trackerRoutes } from './features/trackers/routes.ts'
import { undeliveredRoutes } from './features/undelivered/routes.ts'
import { userRoutes } from './features/users/routes.ts'
import { webhookRoutes } from './features/webhooks/routes.ts'
import type { Services } from './services.ts'

export type Routes = FastifyPluginAsyncZod<{ services: Services }>

/** For whoever asks. */
export const publicRoutes: readonly Routes[] = [
  deploymentRoutes,
  loginRoutes,
  sessionRoutes,
  googleSignInRoutes,
  gitHubSignInRoutes,
  accountTabRoutes,
  registrationRoutes,
  passwordResetRoutes,
  notMeRoutes,
  acceptanceRoutes,
  calendarFileRoutes,
]

/** For members, whose session is asked for first. */
export const signedInRoutes: readonly Routes[] = [
  userRoutes,
  memberRoutes,
  passwordRoutes,
  ownSessionRoutes,
  leavingRoutes,
  myDataRoutes,
  reportRoutes,
  insightRoutes,
  activityRoutes,
  monthlyReportRoutes,
  frequentTaskRoutes,
  backlogRoutes,
  invitationRoutes,
  connectionRoutes,
  ticketRoutes,
  slackRoutes,
  slackPeopleRoutes,
  webhookRoutes,
  trackerRoutes,
  undeliveredRoutes,
  pushRoutes,
  teamRoutes,
  backupRoutes,
  dashboardRoutes,
  searchRoutes,
  absenceRoutes,
  holidayRoutes,
  calendarAddressRoutes,
  expectedRoutes,
  scheduleRoutes,
]
