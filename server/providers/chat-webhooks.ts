import type { WebhookProvider } from '#contract/providers.ts'
import { discord } from '#server/providers/discord/discord.ts'
import { googleChat } from '#server/providers/google-chat/google-chat.ts'
import type { ChatWebhook } from './chat-webhook.ts'

export const chatWebhooks: Record<WebhookProvider, ChatWebhook> = { 'google-chat': googleChat, discord }
