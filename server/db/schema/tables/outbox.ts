import type { Generated } from 'kysely'
import type { FailureReason } from '#contract/errors.ts'
import { type DeliveryDestination, deliveryKinds } from '#contract/notifications.ts'
import type { WebhookDelivery } from '#contract/webhooks.ts'

/**
 * The states of a message in the outbox:
 * - `pending`: waits until `due_at`. Becomes `sending` or `cancelled`.
 * - `sending`: a server has been calling the destination since `tried_at`. Becomes `sent`, `dead`, or `pending` again
 *   after a temporary failure, or if the content has changed since then. If the server stops before that, it is unknown
 *   whether the message arrived.
 * - `sent`: the destination has it.
 * - `dead`: given up. Becomes `pending` again if an administrator sends it again, or if the content of a post changes.
 * - `cancelled`: no longer wanted, never sent.
 */
export const outboxStatuses = ['pending', 'sending', 'sent', 'dead', 'cancelled'] as const
export type OutboxStatus = (typeof outboxStatuses)[number]

/**
 * The kinds of posts in the team's chat. A post in Slack always shows its report, comment or day: if that changes, the
 * row becomes `pending` again, and the next attempt edits or deletes the message.
 */
export const postKinds = ['report_post', 'comment_post', 'thread', 'digest'] as const

/** The kinds of messages: notifications, posts, and events for webhooks. */
export const outboxKinds = [...deliveryKinds, ...postKinds, 'event'] as const
export type OutboxKind = (typeof outboxKinds)[number]

export type OutboxDestination = DeliveryDestination | 'webhook'

export interface OutboxTables {
  outbox: {
    team_id: string
    id: string
    kind: OutboxKind
    destination: OutboxDestination
    status: Generated<OutboxStatus>
    attempts: Generated<number>
    failure: FailureReason | null
    due_at: Date
    tried_at: Date | null
    revision: Generated<number>
    created_at: Generated<Date>
    updated_at: Generated<Date>
    user_id: string | null
    day: string | null
    report_id: string | null
    comment_id: string | null
    channel: string | null
    ts: string | null
    thread_ts: string | null
    shown: string | null
    webhook_id: string | null
    event: WebhookDelivery['type'] | null
    thing_id: string | null
    body: string | null
    http_status: number | null
    answer: string | null
  }
}
