import type { FailureReason } from '#contract/errors.ts'
import { selectAdministrators } from '#server/db/accounts/administrators.ts'
import { withEveryTeamTransaction, withTeamTransaction } from '#server/db/database.ts'
import { writeNotice } from '#server/providers/mail/write-mail.ts'
import type { Services } from '#server/services.ts'
import * as trouble from './sql.ts'

type Team = { teamId: string }

/** Marks Slack as disconnected for every team with this workspace, because Slack has revoked the token. */
export async function markRevoked(services: Services, { workspaceId }: { workspaceId: string }): Promise<void> {
  for (const team of await withEveryTeamTransaction(services.database, (db) => trouble.selectTeams(db, workspaceId)))
    await markDisconnected(services, team, 'unauthorized')
}

/** Marks Slack as disconnected if Slack rejects the team's token. Emails the administrators once (N9.05). */
export async function markDisconnected(services: Services, team: Team, failure: FailureReason): Promise<void> {
  if (failure !== 'unauthorized') return
  const { config, database, logEvent, now, sendMail } = services
  const mails = await withTeamTransaction(database, team, async (db) => {
    if (!(await trouble.updateDisconnected(db, team, { failure, now: now() }))) return undefined
    const link = `${config.publicUrl}/settings?tab=user`
    return (await selectAdministrators(db, team)).map(({ email, language, isProven, ...member }) =>
      writeNotice('slackBroken', { member, language, to: email, link, team: team.teamId, isProven }),
    )
  })
  if (!mails) return
  logEvent('slack_disconnected', team, { reason: failure })
  if (config.mail) for (const mail of mails) sendMail(mail)
}

/** Records that Slack accepts the team's messages again. */
export const markConnected = async ({ database }: Services, team: Team): Promise<void> => {
  await withTeamTransaction(database, team, (db) => trouble.updateConnected(db, team))
}
