import type { ColumnType, Generated } from 'kysely'
import type { FailureReason } from '#contract/errors.ts'
import type { deliveryKinds, DeliveryDestination } from '#contract/notifications.ts'

/** Those of the tables that say where something is told, and what became of it. */
export interface NotificationTables {
  push_subscriptions: {
    team_id: string
    session_id: string
    user_id: string
    endpoint: string
    p256dh: string
    auth: string
    created_at: ColumnType<Date, Date | undefined, never>
  }
  push_keys: { only_one: Generated<boolean>; public_key: string; secret: string }
  notification_deliveries: {
    team_id: string
    id: string
    user_id: string
    kind: (typeof deliveryKinds)[number]
    day: string | null
    destination: DeliveryDestination
    status: Generated<'pending' | 'sending' | 'sent' | 'dead' | 'cancelled'>
    attempts: Generated<number>
    failure: FailureReason | null
    due_at: Date
    since: Date | null
    updated_at: Generated<Date>
  }
}
