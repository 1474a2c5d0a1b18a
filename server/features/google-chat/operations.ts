import { v4 as newId } from 'uuid'
import type { Connected, GoogleChatConnection } from '#contract/connections.ts'
import { defaultLanguage, languageOf } from '#contract/languages.ts'
import { requireAdministrator } from '#server/access/administrators.ts'
import type { Scope } from '#server/access/scope.ts'
import { inTeam } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import { postToSpace, webhookOf } from '#server/providers/google-chat/google-chat.ts'
import type { Services } from '#server/services.ts'
import { texts } from '#server/texts.ts'
import { keepConnection, readGrant } from '../connections/operations.ts'
import * as spaces from './sql.ts'

/**
 * A space for the whole team, in place of an earlier one: connected once a message has appeared in it.
 * @throws ProviderFailure and AppError admins_only, invalid_input
 */
export async function connectSpace(
  services: Services,
  scope: Scope,
  { webhook_url }: GoogleChatConnection,
): Promise<Connected> {
  requireAdministrator(scope)
  const { config, database } = services
  const webhook = webhookOf(config.providers.googleChatUrl, webhook_url)
  if (!webhook) throw new AppError('invalid_input', { field: { name: 'webhook_url', code: 'invalid' } })
  const { language } = await inTeam(database, scope, (db) => spaces.selectLanguage(db, scope))
  const speak = texts(languageOf(language) ?? defaultLanguage)
  const { space } = await postToSpace(webhook.url, {
    requestId: newId(),
    threadKey: 'asakai',
    text: speak('messages.googleChatConnected'),
  })
  const account = space ?? webhook.spaceId
  const secret = { webhook_url: webhook.url }
  await inTeam(database, scope, (db) =>
    keepConnection(services, db, scope, { provider: 'google-chat', account, subject: null, secret }),
  )
  services.logEvent('account_connected', scope, { provider: 'google-chat' })
  return { provider: 'google-chat', account }
}

/** Where the team's reports go in Google Chat; undefined where no space is connected. */
export async function spaceOf(
  services: Pick<Services, 'config' | 'database' | 'keyring' | 'logEvent'>,
  teamId: string,
): Promise<{ webhookUrl: string; account: string } | undefined> {
  const owner = await inTeam(services.database, { teamId }, (db) => spaces.selectOwner(db, { teamId }))
  if (!owner) return undefined
  const { account, secret } = await readGrant(services, { teamId, userId: owner.user_id }, 'google-chat')
  const { webhook_url: webhookUrl } = secret as { webhook_url: string }
  // Nothing is sent to where the operator no longer looks for webhooks.
  return webhookOf(services.config.providers.googleChatUrl, webhookUrl) && { webhookUrl, account }
}
