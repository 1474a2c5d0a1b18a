import { ProviderFailure } from '#server/errors.ts'
import { sendMessage } from '#server/providers/webhook-receiver.ts'
import { noteArrived, noteFailed, openedOf, readMessage } from '#server/webhook-events/operations.ts'
import type { Channel } from './channel.ts'
import { webhookRetries } from './policy.ts'
import type { Row } from './sql.ts'

/** A team's own program (decision 41). The program recognizes a repeated message by the message's id. */
export const webhook: Channel<{ url: string; secret: string; body: string }> = {
  async render(services, { teamId, id }) {
    const message = await readMessage(services, { teamId, id })
    if (!message || message.is_outdated) return undefined
    if (!message.is_gone) return message
    return message.may_return ? 'wait' : undefined
  },
  async send(services, row, { body, ...sealed }) {
    const opened = await openedOf(services, webhookOf(row), sealed)
    if (!opened) return { failure: new ProviderFailure('webhook', 'unavailable', { retryAfter: 0 }) }
    const message = { id: row.id, body, secret: opened.secret, now: services.now() }
    const said = await sendMessage(opened.url, message, services.config.providers.webhookOrigins)
    const receipt = { http_status: said.status, answer: said.answer }
    if (!said.failure) return { receipt }
    return { receipt, failure: new ProviderFailure('webhook', said.failure, { retryAfter: said.retryAfter ?? 0 }) }
  },
  isIdempotent: () => true,
  retryPolicy: webhookRetries,
  async noteOutcome(services, row, { failure, receipt }) {
    if (!failure) return noteArrived(services, webhookOf(row))
    // 410 Gone: the receiver has unsubscribed (Standard Webhooks 1.0.0).
    if (row.event !== 'webhook.test')
      await noteFailed(services, webhookOf(row), { isGone: receipt?.http_status === 410 })
  },
}

const webhookOf = ({ teamId, webhook_id }: Row) => ({ teamId, id: webhook_id ?? '' })
