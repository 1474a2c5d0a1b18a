import type { Generated } from 'kysely'
import type { FailureReason } from '#contract/errors.ts'
import { type DeliveryDestination, deliveryKinds } from '#contract/notifications.ts'

/**
 * The states of a message in the outbox:
 *
 * - `pending`: waits until `due_at`. Becomes `sending` or `cancelled`.
 * - `sending`: a server asks the destination since `tried_at`. Becomes `sent`, `pending` again after a failure that may pass, or
 *   `dead`. If the server ends meanwhile, nobody knows whether the message arrived.
 * - `sent`: the destination has it.
 * - `dead`: given up. It is not sent again automatically; administrators can send it again, which makes it `pending`.
 * - `cancelled`: not wanted any more, never sent.
 */
export const outboxStatuses = ['pending', 'sending', 'sent', 'dead', 'cancelled'] as const
export type OutboxStatus = (typeof outboxStatuses)[number]

/** What a message is about: a notification. */
export const outboxKinds = deliveryKinds
type OutboxKind = (typeof outboxKinds)[number]

/** Where a message goes. */
export type OutboxDestination = DeliveryDestination

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
  }
}
