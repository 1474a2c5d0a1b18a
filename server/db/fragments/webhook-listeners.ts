import { sql } from 'kysely'
import type { WebhookEvent } from '#contract/webhooks.ts'

/** A webhook that wants to hear of an event. */
export type Listener = { webhook_id: string; type: WebhookEvent }

/**
 * Those of the team that want to hear of any of the events: a column of a statement that is made anyway, since most teams have
 * no webhook.
 */
export const listenersOf = ({ teamId }: { teamId: string }, events: readonly WebhookEvent[]) => sql<Listener[]>`(
  select coalesce(json_agg(json_build_object('webhook_id', w.id, 'type', w.type)), '[]')
  from (select id, unnest(events) as type from webhooks where team_id = ${teamId} and stopped_at is null) w
  where w.type = any(${events}))`
