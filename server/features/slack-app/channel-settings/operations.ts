import type { Language } from '#contract/languages.ts'
import { providers } from '#contract/providers.ts'
import type { SlackApp, SlackChannel, SlackDestination } from '#contract/slack.ts'
import { requireAdministrator } from '#server/access/administrators.ts'
import { confirmOwner } from '#server/access/credentials/operations.ts'
import type { Scope } from '#server/access/scope.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { ProviderFailure } from '#server/errors.ts'
import { connectedSlack, saveChannel } from '#server/features/chat/slack/operations.ts'
import { markConnected } from '#server/features/chat/slack-health/operations.ts'
import { resendTo } from '#server/features/notifications/undelivered/operations.ts'
import { languageOfTeam } from '#server/features/chat/chat-webhooks/operations.ts'
import { findChannel, listChannels, postInChannel } from '#server/providers/slack/channels.ts'
import { appAddressFor } from '#server/providers/slack/manifest.ts'
import type { Services } from '#server/services.ts'
import { texts } from '#server/text/texts.ts'
import { selectFailure } from './sql.ts'

type Team = Pick<Scope, 'teamId'>

/**
 * Returns the address at which an administrator creates the deployment's Slack app. Null if there is an app.
 * @throws AppError admins_only
 */
export function readApp({ config }: Pick<Services, 'config'>, scope: Scope): SlackApp {
  requireAdministrator(scope)
  return { address: config.providers.slack ? null : appAddressFor(config.publicUrl) }
}

/**
 * Returns the channel of the team's reports, and why the last delivery failed.
 * @throws AppError admins_only, not_connected
 */
export async function readDestination(services: Services, scope: Scope, language: Language): Promise<SlackDestination> {
  requireAdministrator(scope)
  const { workspace, channelName } = await connectedSlack(services, scope)
  const failure = await withTeamTransaction(services.database, scope, (db) => selectFailure(db, scope))
  const said = failure && texts(language)(`providerFailures.${failure}`, { provider: providers.slack.name })
  return { workspace, channel: channelName, failure: said ?? null }
}

/** @throws ProviderFailure; AppError admins_only, not_connected */
export async function listSlackChannels(services: Services, scope: Scope): Promise<SlackChannel[]> {
  requireAdministrator(scope)
  const slack = await connectedSlack(services, scope)
  const channels = await listChannels(slack, slack.botToken)
  return channels.toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

/**
 * Sets the team's channel after a test message was posted there. Then sends undelivered messages again.
 * @param chosen.id another channel; without it, the current channel is tested
 * @throws ProviderFailure; AppError admins_only, not_connected; reauthentication_required, sign_in_again: another channel
 *   would receive every report (E1.07)
 */
export async function chooseChannel(
  services: Services,
  scope: Scope,
  { id }: { id?: string | undefined },
): Promise<void> {
  requireAdministrator(scope)
  const slack = await connectedSlack(services, scope)
  const isAnother = id !== undefined && id !== slack.channel
  if (isAnother) await confirmOwner(services, scope)
  const channel = isAnother ? await findChannel(slack, slack.botToken, id) : undefined
  await post(services, scope, slack, channel?.id ?? slack.channel)
  if (channel) await saveChannel(services, scope, channel)
  await resend(services, scope)
}

/**
 * Must be called after a member has connected Slack. Sends waiting messages again. Posts a test message if the
 * workspace is new to the team.
 * @returns the failure, undefined if there was none
 */
export async function tryConnected(
  services: Services,
  team: Team,
  { isNew }: { isNew: boolean },
): Promise<ProviderFailure | undefined> {
  try {
    const slack = await connectedSlack(services, team)
    if (isNew) await post(services, team, slack, slack.channel)
    await resend(services, team)
    return undefined
  } catch (error) {
    if (error instanceof ProviderFailure) return error
    throw error
  }
}

/** Marks Slack as connected, and sends the undelivered messages again. */
async function resend(services: Services, team: Team) {
  await markConnected(services, team)
  await resendTo(services, team, 'slack')
}

async function post(
  services: Services,
  team: Team,
  slack: Awaited<ReturnType<typeof connectedSlack>>,
  channel: string,
) {
  const translate = texts(await languageOfTeam(services, team))
  await postInChannel(slack, slack.botToken, { channel, text: translate('messages.connected.slack') })
}
