import type { WebhookProvider } from '#contract/providers.ts'
import { discord } from './discord/discord.ts'
import { googleChat } from './google-chat/google-chat.ts'
import type { Webhook } from './webhook.ts'

/** Everything that Asakai has to know of a service to post there; its folder has the rest. */
export const webhooks: Record<WebhookProvider, Webhook> = { 'google-chat': googleChat, discord }
