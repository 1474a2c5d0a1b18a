import type { Generated } from 'kysely'
import type { WebhookDelivery, WebhookEvent, WebhookFailure } from '#contract/webhooks.ts'

/** Where a team's own programs hear of events, and what became of each message. */
export interface WebhookTables {
  webhooks: {
    team_id: string
    id: string
    url: string
    events: WebhookEvent[]
    secret: string
    created_at: Date
    created_by: string | null
    changed_by: string | null
    changed_at: Date | null
    failing_since: Date | null
    stopped_at: Date | null
  }
  webhook_deliveries: {
    team_id: string
    id: string
    webhook_id: string
    user_id: string
    type: WebhookDelivery['type']
    body: string | null
    thing_id: string | null
    state: Generated<WebhookDelivery['state']>
    attempts: Generated<number>
    created_at: Date
    tried_at: Date | null
    due_at: Date
    status: number | null
    answer: string | null
    failure: WebhookFailure | null
  }
}
