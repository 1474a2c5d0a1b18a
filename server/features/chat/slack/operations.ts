import { providers } from '#contract/providers.ts'
import { emailKey } from '#server/access/email-address/email-key.ts'
import { requireAdministrator } from '#server/access/administrators.ts'
import { resealAll, type Resealed, seal } from '#server/access/keys/sealed.ts'
import type { Scope } from '#server/access/scope.ts'
import { answering, unanswered } from '#server/access/idempotency.ts'
import { requireProvider } from '#server/config/providers.ts'
import { type Db, withEveryTeamTransaction, withTeamTransaction } from '#server/db/database.ts'
import { lockTeam } from '#server/db/accounts/lock-team.ts'
import { finishFirstStep } from '#server/db/accounts/first-steps.ts'
import { AppError } from '#server/errors.ts'
import type { Message } from '#server/providers/mail/mail.ts'
import type { Channel } from '#server/providers/slack/channels.ts'
import { exchangeCode, installAddress } from '#server/providers/slack/slack.ts'
import type { Services } from '#server/services.ts'
import { disconnect, saveConnection } from '#server/features/account/linked-accounts/operations.ts'
import { alertOwner } from '#server/access/security-alerts/operations.ts'
import { openSecret } from '#server/access/provider-secrets/operations.ts'
import { endWorkspace, leaveWorkspace } from './disconnect.ts'
import { type SlackSecrets, audienceOf } from './sealed-token.ts'
import * as workspaces from './sql.ts'

type Member = Pick<Scope, 'teamId' | 'userId'>

/**
 * Returns the address of Slack's page on which a member installs the app.
 * @throws AppError provider_not_set_up
 */
export const slackAddress = (services: Pick<Services, 'config'>, about: { state: string; redirectUri: string }): URL =>
  installAddress(requireProvider(services, 'slack'), about)

/**
 * Completes a member's return from Slack: stores their identity in the team's workspace. If an administrator connects
 * another workspace, the new one replaces the team's workspace, unless a member is still connected to the old one.
 * @returns true if the workspace is new to the team
 * @throws ProviderFailure and AppError provider_not_set_up, admins_only, other_workspace, account_elsewhere
 */
export async function connectSlack(
  services: Services,
  member: Member & Pick<Scope, 'isAdmin'>,
  grant: { code: string; redirectUri: string },
): Promise<{ isNew: boolean }> {
  const app = requireProvider(services, 'slack')
  const { database, keyring, now } = services
  // Checks the administrator right before the exchange, because the exchange installs the app in Slack.
  if (!(await withTeamTransaction(database, member, (db) => workspaces.selectWorkspace(db, member))))
    requireAdministrator(member)
  const { botToken, workspace, workspaceId, userId } = await exchangeCode(app, grant)
  const { isNew, mails } = await withTeamTransaction(database, member, async (db) => {
    await lockTeam(db, member)
    const earlier = await workspaces.selectWorkspace(db, member)
    if (earlier && earlier.workspace_id !== workspaceId && (await workspaces.selectIsConnected(db, member)))
      throw new AppError('other_workspace')
    const isAnother = earlier?.workspace_id !== workspaceId
    if (isAnother) requireAdministrator(member)
    if (isAnother) await leaveWorkspace(services, db, member, earlier)
    const secret = await seal(keyring, audienceOf(member.teamId), { botToken } satisfies SlackSecrets)
    // The email must come first: its link undoes only changes that happen later.
    const mails = await alertOwner(services, db, member, 'slackLinked', { name: workspace })
    await workspaces.upsertWorkspace(db, member, { workspaceId, name: workspace, secret }, now())
    await finishFirstStep(db, member, 'connect')
    if (isAnother) {
      await workspaces.updateChosen(db, member, now())
      await workspaces.deleteChannels(db, member)
    }
    await saveConnection(services, db, member, { provider: 'slack', account: workspace, subject: userId })
    return { isNew: isAnother, mails }
  })
  services.logEvent('account_connected', member, { provider: 'slack' })
  for (const mail of mails) services.sendMail(mail)
  return { isNew }
}

/**
 * Sets the channel to which the team's reports are posted from now on, and notifies the member by email.
 * @throws AppError not_connected
 */
export async function saveChannel(services: Services, scope: Scope, channel: Channel): Promise<void> {
  const about = { provider: providers.slack.name, name: `#${channel.name}` }
  const mails = await withTeamTransaction(services.database, scope, async (db) => {
    await lockTeam(db, scope)
    if (!(await workspaces.selectWorkspace(db, scope))) throw new AppError('not_connected')
    // The email must come first: its link undoes only changes that happen later.
    const notices = await alertOwner(services, db, scope, 'placeConnected', about)
    await workspaces.insertChannel(db, scope, channel, services.now())
    return notices
  })
  for (const mail of mails) services.sendMail(mail)
}

/**
 * Returns the client of the team's Slack; undefined if none is connected, or if the operator has removed the app.
 * @throws ProviderFailure
 */
export async function slackOf(
  services: Pick<Services, 'config' | 'database' | 'keyring' | 'logEvent'>,
  teamId: string,
) {
  const { row, chosen } = await withTeamTransaction(services.database, { teamId }, async (db) => ({
    row: await workspaces.selectWorkspace(db, { teamId }),
    chosen: await workspaces.selectChannel(db, { teamId }),
  }))
  const { slack } = services.config.providers
  if (!row || !slack) return undefined
  const { botToken } = (await openSecret(
    services,
    { place: audienceOf(teamId), member: { teamId }, provider: 'slack' },
    row.secret,
  )) as SlackSecrets
  const place = { channel: chosen?.id ?? slack.channel, channelName: chosen?.name ?? slack.channel }
  return { apiUrl: slack.apiUrl, ...place, botToken, workspaceId: row.workspace_id, workspace: row.name }
}

/** The time limit for all Slack calls of one request: a browser waits for ten seconds. */
const callsTimeoutMs = 8_500 // milliseconds

/**
 * Returns the team's Slack with a time limit, for a request that a person waits for.
 * @throws ProviderFailure; AppError provider_not_set_up, not_connected
 */
export async function connectedSlack(services: Services, { teamId }: Pick<Scope, 'teamId'>) {
  requireProvider(services, 'slack')
  const slack = await slackOf(services, teamId)
  if (!slack) throw new AppError('not_connected')
  return { ...slack, signal: AbortSignal.timeout(callsTimeoutMs) }
}

/** Returns the team's members with their Slack ids. */
export const slackMembers = ({ database }: Services, scope: Scope) =>
  withTeamTransaction(database, scope, (db) => workspaces.selectMembers(db, scope))

/**
 * Returns the members who can be linked, and a function that links one. Locks the team, so that the workspace stays
 * the same in this transaction.
 * @throws AppError not_connected
 */
async function linking(services: Services, db: Db, scope: Scope, workspaceId: string) {
  await lockTeam(db, scope)
  const workspace = await workspaces.selectWorkspace(db, scope)
  if (workspace?.workspace_id !== workspaceId) throw new AppError('not_connected')
  /** Links one member. @returns the email that tells the member about the link */
  const link = async (userId: string, subject: string, linkedEmailKey: string) => {
    const member = { teamId: scope.teamId, userId }
    const mails = await alertOwner(services, db, member, 'slackLinked', { name: workspace.name })
    await saveConnection(services, db, member, { provider: 'slack', account: workspace.name, subject, linkedEmailKey })
    return mails
  }
  return { members: await workspaces.selectMembers(db, scope), link }
}

/**
 * Links a person of the team's workspace with the member who has the same address. Any member may link a member who is
 * not linked yet and has proven the address. An unproven address may belong to a stranger, and they could then write
 * as that person. Administrators may link every active member.
 * @returns true if there is such a member
 * @throws AppError not_connected, member_inactive, admins_only
 */
export async function linkToMember(
  services: Services,
  scope: Scope,
  { workspaceId, slackId, email }: { workspaceId: string; slackId: string; email: string },
): Promise<boolean> {
  const mails = await withTeamTransaction(services.database, scope, async (db) => {
    const { members, link } = await linking(services, db, scope, workspaceId)
    if (members.some(({ subject }) => subject === slackId)) return []
    const member = members.find((one) => one.email_key === emailKey(email))
    if (!member) return undefined
    if (!member.is_active) throw new AppError('member_inactive')
    if (member.email_proven_at === null || member.subject !== null) requireAdministrator(scope)
    return link(member.id, slackId, member.email_key)
  })
  for (const mail of mails ?? []) services.sendMail(mail)
  return mails !== undefined
}

/**
 * Links every unlinked member whose proven address belongs to exactly one person in the team's workspace.
 * @param people with their Slack ids; an address of several people is skipped
 * @returns the number of linked members
 */
export async function linkMembers(
  services: Services,
  scope: Scope,
  { workspaceId, people }: { workspaceId: string; people: { slackId: string; email: string }[] },
): Promise<number> {
  const { linked, mails } = await withTeamTransaction(
    services.database,
    answering(scope, ({ linked: count }: { linked: number }) => ({ linked: count })),
    async (db) => {
      const { members, link } = await linking(services, db, scope, workspaceId)
      const known = new Set(members.map(({ subject }) => subject))
      const those = Map.groupBy(people, ({ email }) => emailKey(email))
      const done = { linked: 0, mails: [] as Message[] }
      for (const member of members) {
        const [person, another] = those.get(member.email_key) ?? []
        if (!person || another || known.has(person.slackId)) continue
        if (member.subject !== null || !member.is_active || member.email_proven_at === null) continue
        done.mails.push(...(await link(member.id, person.slackId, member.email_key)))
        done.linked += 1
      }
      return done
    },
  )
  for (const mail of mails) services.sendMail(mail)
  return linked
}

/**
 * Removes the caller's Slack account. If this was the team's last Slack account and the caller is an administrator,
 * also removes the team's workspace and revokes the grant.
 */
export async function disconnectSlack(services: Services, scope: Scope): Promise<void> {
  await disconnect(services, scope.isAdmin ? unanswered(scope) : scope, 'slack')
  if (!scope.isAdmin) return
  await withTeamTransaction(services.database, answering(scope), async (db) => {
    await lockTeam(db, scope)
    if (!(await workspaces.selectIsConnected(db, scope))) await endWorkspace(services, db, scope)
  })
}

export { endWorkspace, revokeSlack } from './disconnect.ts'
export { deleteChannels } from './sql.ts'

/** Seals secrets with the current key if an earlier key has sealed them (SECRET_KEY_PREVIOUS). */
export async function resealWorkspaces({
  database,
  keyring,
}: Pick<Services, 'database' | 'keyring'>): Promise<Resealed> {
  const rows = await withEveryTeamTransaction(database, workspaces.selectSecrets)
  const kept = rows.map(({ team_id: teamId, secret }) => ({
    place: audienceOf(teamId),
    secret,
    replace: (to: string) =>
      withTeamTransaction(database, { teamId }, (db) => workspaces.updateSecret(db, { teamId }, { from: secret, to })),
  }))
  return resealAll(keyring, kept)
}
