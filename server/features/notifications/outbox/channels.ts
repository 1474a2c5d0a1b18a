import { eachWebhookProvider } from '#contract/providers.ts'
import type { OutboxDestination } from '#server/db/schema/tables/outbox.ts'
import type { Channel } from './channel.ts'
import { chatWebhook } from './chat-webhook-channel.ts'
import { mail } from './mail-channel.ts'
import { push } from './push-channel.ts'
import { slack } from './slack-channel.ts'
import { webhook } from './webhook-channel.ts'

export const channels: Record<OutboxDestination, Channel> = {
  slack,
  mail,
  push,
  ...eachWebhookProvider(chatWebhook),
  webhook,
}
