import { sql } from 'kysely'

/**
 * Lists the members who created or changed a row of `webhooks`, with the moment of each change. A later change by
 * another member must not hide the member who entered the address or resumed the webhook.
 */
export const webhookActs = sql`(values
  (created_by, created_at), (changed_by, changed_at), (address_by, address_at), (resumed_by, resumed_at)) act (by, at)`

/** Whether a member entered the present address of a row of `webhooks` at `from` or later. */
export const hasEnteredAddress = (userId: string, from: Date) => sql<boolean>`
  coalesce(address_by, created_by) = ${userId} and coalesce(address_at, created_at) >= ${from}`
