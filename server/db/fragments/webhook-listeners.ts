import { sql } from 'kysely'
import type { WebhookEvent } from '#contract/webhooks.ts'

/** A webhook that subscribes to an event. */
export type Listener = { webhook_id: string; type: WebhookEvent }

/**
 * Returns a column with the team's webhooks that subscribe to one of the events. A statement that runs anyway selects
 * this column. Most teams have no webhook, and a separate statement would cost them a round trip.
 */
export const listenersOf = ({ teamId }: { teamId: string }, events: readonly WebhookEvent[]) => sql<Listener[]>`(
  select coalesce(json_agg(json_build_object('webhook_id', w.id, 'type', w.type)), '[]')
  from (select id, unnest(events) as type from webhooks where team_id = ${teamId} and stopped_at is null) w
  where w.type = any(${events}))`
