import { v4 as newId } from 'uuid'
import type { Connected, WebhookConnection } from '#contract/connections.ts'
import { defaultLanguage, languageOf } from '#contract/languages.ts'
import { providers, type WebhookProvider } from '#contract/providers.ts'
import { requireAdministrator } from '#server/access/administrators.ts'
import type { Scope } from '#server/access/scope.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import { connectAccount } from '#server/features/account/linked-accounts/operations.ts'
import { confirmOwner } from '#server/access/credentials/operations.ts'
import { requireSecret } from '#server/access/provider-secrets/operations.ts'
import { alertOwner } from '#server/access/security-alerts/operations.ts'
import { chatWebhooks } from '#server/providers/chat-webhooks.ts'
import type { Services } from '#server/services.ts'
import { texts } from '#server/text/texts.ts'
import { selectLanguage, selectOwner } from './sql.ts'

/**
 * Connects a space or channel for the whole team. Replaces an earlier one at this service. Stores the connection only
 * after a test message was posted.
 * @throws ProviderFailure and AppError admins_only, invalid_input, reauthentication_required, sign_in_again
 */
export async function connectChatWebhook(
  services: Services,
  scope: Scope,
  provider: WebhookProvider,
  { webhook_url }: WebhookConnection,
): Promise<Connected> {
  requireAdministrator(scope)
  await confirmOwner(services, scope)
  const { config, database, sendMail } = services
  const address = chatWebhooks[provider].read(config.providers.webhookHomes[provider], webhook_url)
  if (!address) throw new AppError('invalid_input', { field: { name: 'webhook_url', code: 'invalid' } })
  const translate = texts(await languageOfTeam(services, scope))
  const text = translate(`messages.connected.${provider}`)
  const name = await chatWebhooks[provider].postText(address.url, { id: newId(), text })
  const secret = { webhook_url: address.url }
  // The email must come first: its link undoes only changes that happen later.
  const about = { provider: providers[provider].name, name: name ?? address.place }
  const mails = await withTeamTransaction(database, scope, (db) =>
    alertOwner(services, db, scope, 'placeConnected', about),
  )
  const connected = await connectAccount(services, scope, { provider, account: about.name, subject: null, secret })
  for (const mail of mails) sendMail(mail)
  return connected
}

/** Returns the language of messages to the whole team. */
export async function languageOfTeam({ database }: Pick<Services, 'database'>, team: Pick<Scope, 'teamId'>) {
  const { language } = await withTeamTransaction(database, team, (db) => selectLanguage(db, team))
  return languageOf(language) ?? defaultLanguage
}

/**
 * Returns the address of the team's webhook; undefined if none is connected, or if the operator disallows the address.
 * @throws ProviderFailure
 */
export async function chatWebhookOf(
  services: Pick<Services, 'config' | 'database' | 'keyring' | 'logEvent'>,
  teamId: string,
  provider: WebhookProvider,
): Promise<string | undefined> {
  const owner = await withTeamTransaction(services.database, { teamId }, (db) => selectOwner(db, { teamId }, provider))
  if (!owner) return undefined
  const { secret } = await requireSecret(services, { teamId, userId: owner.user_id }, provider)
  const { webhook_url } = secret as { webhook_url: string }
  return chatWebhooks[provider].read(services.config.providers.webhookHomes[provider], webhook_url)?.url
}
