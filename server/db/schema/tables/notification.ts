import type { ColumnType, Generated } from 'kysely'

/** The devices that get push messages, and the key pair that signs the messages. */
export interface NotificationTables {
  push_subscriptions: {
    team_id: string
    session_id: string
    user_id: string
    endpoint: string
    p256dh: string
    auth: string
    created_at: ColumnType<Date, Date | undefined>
    failing_since: Generated<Date | null>
    failed_at: Generated<Date | null>
  }
  push_keys: { only_one: Generated<boolean>; public_key: string; secret: string }
}
