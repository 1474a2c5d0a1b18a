import { providers, type WebhookProvider } from '#contract/providers.ts'
import { ProviderFailure } from '#server/errors.ts'
import type { ReportText } from '#server/providers/report-text.ts'
import { chatWebhooks } from '#server/providers/chat-webhooks.ts'
import { chatWebhookOf } from '#server/features/chat/chat-webhooks/operations.ts'
import type { Channel } from './channel.ts'
import { contentOf } from './content.ts'
import { notificationRetries } from './policy.ts'

/**
 * A space in Google Chat or a channel in Discord, at the address that the team entered. A post there cannot be changed.
 */
export const chatWebhook = (provider: WebhookProvider): Channel<{ url: string; words: ReportText }> => ({
  async render(services, row) {
    const content = await contentOf(services, row)
    if (content?.kind !== 'report' && content?.kind !== 'post') return undefined
    const url = await chatWebhookOf(services, row.teamId, provider)
    if (!url) throw new ProviderFailure(providers[provider].name, 'not_connected')
    return { url, words: content.words }
  },
  async send(_services, { id, day }, { url, words }) {
    await chatWebhooks[provider].postReport(url, { id, day: day ?? '', words })
  },
  isIdempotent: () => chatWebhooks[provider].isRepeatable,
  retryPolicy: notificationRetries,
})
