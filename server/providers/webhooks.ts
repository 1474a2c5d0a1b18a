import type { WebhookProvider } from '#contract/providers.ts'
import { discord } from './discord/discord.ts'
import { googleChat } from './google-chat/google-chat.ts'
import type { Webhook } from './webhook.ts'

/** The adapter of each service. */
export const webhooks: Record<WebhookProvider, Webhook> = { 'google-chat': googleChat, discord }
