import type { Generated } from 'kysely'
import type { WebhookEvent } from '#contract/webhooks.ts'

/** The addresses to which a team's events are sent. */
export interface WebhookTables {
  webhooks: {
    team_id: string
    id: string
    /** Encrypted, like `secret`. */
    url: string
    host: string
    events: WebhookEvent[]
    secret: string
    created_at: Date
    created_by: string | null
    changed_by: string | null
    changed_at: Date | null
    address_by: string | null
    address_at: Date | null
    resumed_by: string | null
    resumed_at: Date | null
    is_address_disowned: Generated<boolean>
    failing_since: Date | null
    failed_at: Date | null
    stopped_at: Date | null
  }
}
