import type { Language } from '#contract/languages.ts'
import type { SlackAssigned, SlackAssignment, SlackUser } from '#contract/slack.ts'
import { emailKey } from '#server/access/email-key.ts'
import { requireAdministrator } from '#server/access/administrators.ts'
import { resealAll, type Resealed, seal, unseal } from '#server/access/sealed.ts'
import type { Scope } from '#server/access/scope.ts'
import { inEveryTeam, inTeam } from '#server/db/database.ts'
import { AppError, ProviderFailure } from '#server/errors.ts'
import { mrkdwn } from '#server/providers/slack/mrkdwn.ts'
import {
  exchangeCode,
  findPerson,
  installAddress,
  listPeople,
  openDirectMessage,
  postMessage,
  revoke,
} from '#server/providers/slack/slack.ts'
import type { Services } from '#server/services.ts'
import { disconnect, keepConnection, unsealed } from '../connections/operations.ts'
import { inviteThrough } from '../invitations/operations.ts'
import { isPerson } from './policy.ts'
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
 * What a member has come back from Slack with: they are somebody in their team's workspace. An administrator's becomes the
 * team's.
 * @throws ProviderFailure and AppError provider_not_set_up, admins_only, other_workspace, account_elsewhere
 */
export async function connectSlack(
  services: Services,
  member: Member & Pick<Scope, 'isAdmin'>,
  grant: { code: string; redirectUri: string },
): Promise<void> {
  const app = appOf(services)
  const { database, keyring, now } = services
  // Before Slack installs anything.
  if (!(await inTeam(database, member, (db) => workspaces.selectWorkspace(db, member)))) requireAdministrator(member)
  const { botToken, workspace, workspaceId, userId } = await exchangeCode(app, grant)
  await inTeam(database, member, async (db) => {
    await workspaces.lockTeam(db, member)
    const earlier = await workspaces.selectWorkspace(db, member)
    if (earlier && earlier.workspace_id !== workspaceId && (await workspaces.selectIsConnected(db, member)))
      throw new AppError('other_workspace')
    if (earlier?.workspace_id !== workspaceId) requireAdministrator(member)
    const secret = seal(keyring, placeOf(member.teamId), { botToken })
    await workspaces.upsertWorkspace(db, member, { workspaceId, name: workspace, secret }, now())
    await keepConnection(services, db, member, { provider: 'slack', account: workspace, subject: userId })
  })
  services.logEvent('account_connected', member, { provider: 'slack' })
}

/** The team's Slack, to be spoken to as Asakai; undefined where there is none, or where the operator has taken it away. @throws ProviderFailure */
export async function slackOf(
  services: Pick<Services, 'config' | 'database' | 'keyring' | 'logEvent'>,
  teamId: string,
) {
  const row = await inTeam(services.database, { teamId }, (db) => workspaces.selectWorkspace(db, { teamId }))
  const { slack } = services.config.providers
  if (!row || !slack) return undefined
  const { botToken } = unsealed(
    services,
    { place: placeOf(teamId), member: { teamId }, provider: 'slack' },
    row.secret,
  ) as { botToken: string }
  return { apiUrl: slack.apiUrl, channel: slack.channel, botToken, workspaceId: row.workspace_id, workspace: row.name }
}

/** So long all that one request asks of Slack may take: a browser waits for ten seconds. */
const patience = 8_500 // milliseconds

/** @throws ProviderFailure and AppError provider_not_set_up, not_connected */
async function connectedSlack(services: Services, { teamId }: Member) {
  appOf(services)
  const slack = await slackOf(services, teamId)
  if (!slack) throw new AppError('not_connected')
  return { ...slack, signal: AbortSignal.timeout(patience) }
}

/**
 * Everybody in the team's workspace.
 * @throws ProviderFailure and AppError provider_not_set_up, not_connected
 */
export async function listSlackUsers(services: Services, scope: Scope): Promise<SlackUser[]> {
  const slack = await connectedSlack(services, scope)
  const people = (await listPeople(slack, slack.botToken)).filter(isPerson)
  const members = await inTeam(services.database, scope, (db) => workspaces.selectMembers(db, scope))
  const known = new Set(members.flatMap(({ email_key, subject }) => (subject ? [email_key, subject] : [email_key])))
  return people.map(({ id, real_name, name, profile }) => ({
    id,
    real_name: real_name ?? profile?.real_name ?? name ?? id,
    is_existing_user: known.has(id) || (!!profile?.email && known.has(emailKey(profile.email))),
    profile: {
      image_original: profile?.image_original ?? null,
      display_name_normalized: profile?.display_name_normalized ?? null,
      email: profile?.email ?? null,
    },
  }))
}

/**
 * Links somebody of the workspace with the member they are; whoever is none gets an invitation as a direct message.
 * @param language where the inviter has chosen none
 * @throws ProviderFailure and AppError provider_not_set_up, not_connected, already_invited, too_many_attempts
 */
export async function assign(
  services: Services,
  scope: Scope,
  { id, email }: SlackAssignment,
  language: Language,
): Promise<SlackAssigned> {
  const slack = await connectedSlack(services, scope)
  const person = await findPerson(slack, slack.botToken, id)
  if (!isPerson(person)) throw new ProviderFailure('Slack', 'absent')
  const known = person.profile?.email
  // Whose address it is, Slack says, not whoever asks.
  if (!known || emailKey(known) !== emailKey(email))
    throw new AppError('invalid_input', { field: { name: 'email', code: 'invalid' } })
  if (await link(services, scope, { workspaceId: slack.workspaceId, slackId: person.id, email }))
    return { outcome: 'linked' }
  const channel = await openDirectMessage(slack, slack.botToken, person.id)
  await inviteThrough(services, scope, { email, role: 'member' }, language, (text) =>
    postMessage(slack, slack.botToken, { channel, text: mrkdwn(text) }),
  )
  return { outcome: 'invited' }
}

/** @returns whether there is such a member */
const link = (
  services: Services,
  scope: Scope,
  { workspaceId, slackId, email }: { workspaceId: string; slackId: string; email: string },
): Promise<boolean> =>
  inTeam(services.database, scope, async (db) => {
    await workspaces.lockTeam(db, scope)
    const workspace = await workspaces.selectWorkspace(db, scope)
    if (workspace?.workspace_id !== workspaceId) throw new AppError('not_connected')
    const members = await workspaces.selectMembers(db, scope)
    const member =
      members.find(({ subject }) => subject === slackId) ?? members.find((one) => one.email_key === emailKey(email))
    if (!member) return false
    const owner = { teamId: scope.teamId, userId: member.id }
    await keepConnection(services, db, owner, { provider: 'slack', account: workspace.name, subject: slackId })
    return true
  })

/** Removes my account; with the last one of the team an administrator takes its workspace out too, and what was granted ends. */
export async function disconnectSlack(services: Services, scope: Scope): Promise<void> {
  const { database } = services
  await disconnect(services, scope, 'slack')
  if (!scope.isAdmin) return
  const left = await inTeam(database, scope, async (db) => {
    await workspaces.lockTeam(db, scope)
    return (await workspaces.selectIsConnected(db, scope)) ? undefined : workspaces.deleteWorkspace(db, scope)
  })
  // Nobody waits for it: here it is over already, and it can be ended at Slack too.
  if (left) endGrant(services, scope, left).catch(() => {})
}

/** A workspace has one token for us, whichever of our teams it has: while another one is left, it stays. */
async function endGrant(
  { config, database, keyring }: Services,
  { teamId }: Scope,
  { workspace_id, secret }: { workspace_id: string; secret: Buffer },
): Promise<void> {
  const isLeft = await inEveryTeam(database, (db) => workspaces.selectIsSomebodys(db, workspace_id))
  if (isLeft || !config.providers.slack) return
  const { botToken } = unseal(keyring, placeOf(teamId), secret) as { botToken: string }
  await revoke(config.providers.slack, botToken)
}

/** Seals anew what an earlier key has sealed (SECRET_KEY_PREVIOUS). */
export async function resealWorkspaces({
  database,
  keyring,
}: Pick<Services, 'database' | 'keyring'>): Promise<Resealed> {
  const rows = await inEveryTeam(database, workspaces.selectSecrets)
  const kept = rows.map(({ team_id: teamId, secret }) => ({
    place: placeOf(teamId),
    secret,
    replace: (to: Buffer) =>
      inTeam(database, { teamId }, (db) => workspaces.updateSecret(db, { teamId }, { from: secret, to })),
  }))
  return resealAll(keyring, kept)
}
