import type { WebhookProvider } from '#contract/providers.ts'
import { discord } from '#server/providers/discord/discord.ts'
import { googleChat } from '#server/providers/google-chat/google-chat.ts'
import type { Webhook } from './chat-webhook.ts'

/** The adapter of each service. */
export const webhooks: Record<WebhookProvider, Webhook> = { 'google-chat': googleChat, discord }
