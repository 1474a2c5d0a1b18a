import { seal, unseal } from '#server/access/sealed.ts'
import type { Scope } from '#server/access/scope.ts'
import { inTeam } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import { exchangeCode, installAddress } from '#server/providers/slack/slack.ts'
import type { Services } from '#server/services.ts'
import { keepConnection } from '../connections/operations.ts'
import * as workspaces from './sql.ts'

type Member = Pick<Scope, 'teamId' | 'userId'>

/** Where a team's bot token is kept, and the only place where it opens. */
const placeOf = (teamId: string) => `slack_workspaces:${teamId}`

/** @throws AppError provider_not_set_up */
function appOf({ config }: Pick<Services, 'config'>) {
  if (!config.providers.slack) throw new AppError('provider_not_set_up')
  return config.providers.slack
}

/**
 * Slack's page on which a member installs the app.
 * @throws AppError provider_not_set_up
 */
export const slackAddress = (services: Pick<Services, 'config'>, about: { state: string; redirectUri: string }): URL =>
  installAddress(appOf(services), about)

/**
 * What a member has come back from Slack with: the workspace becomes their team's, and they are somebody there.
 * @throws ProviderFailure and AppError provider_not_set_up, other_workspace, account_elsewhere
 */
export async function connectSlack(
  services: Services,
  member: Member,
  grant: { code: string; redirectUri: string },
): Promise<void> {
  const { botToken, workspace, workspaceId, userId } = await exchangeCode(appOf(services), grant)
  const { database, keyring, now } = services
  await inTeam(database, member, async (db) => {
    await workspaces.lockTeam(db, member)
    const earlier = await workspaces.selectWorkspace(db, member)
    if (earlier && earlier.workspace_id !== workspaceId && (await workspaces.selectIsConnected(db, member)))
      throw new AppError('other_workspace')
    const secret = seal(keyring, placeOf(member.teamId), { botToken })
    await workspaces.upsertWorkspace(db, member, { workspaceId, name: workspace, secret }, now())
    await keepConnection(services, db, member, { provider: 'slack', account: workspace, subject: userId })
  })
}

/** The team's Slack, to be spoken to as Asakai; undefined where there is none, or where the operator has taken it away. */
export async function slackOf(
  { config, database, keyring }: Pick<Services, 'config' | 'database' | 'keyring'>,
  teamId: string,
) {
  const row = await inTeam(database, { teamId }, (db) => workspaces.selectWorkspace(db, { teamId }))
  const { slack } = config.providers
  if (!row || !slack) return undefined
  const { botToken } = unseal(keyring, placeOf(teamId), row.secret) as { botToken: string }
  return { apiUrl: slack.apiUrl, channel: slack.channel, botToken, workspace: row.name }
}
