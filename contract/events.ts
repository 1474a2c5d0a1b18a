import * as z from 'zod/mini'
import { changeKinds } from './event-names.ts'
import { text } from './fields.ts'

/**
 * A server-sent event: `event: change`, `data: {"kind": …}`. The client sends the last `id` as `since` when it
 * reconnects. `own`: the receiving client made the change. An event names only the kind of change, so the client
 * fetches the changed records.
 */
export const Change = z.object({ kind: z.enum(changeKinds), own: z.optional(z.literal(true)) })
export const clientId = text(64).check(z.toLowerCase(), z.regex(/^[a-z0-9-]{8,64}$/u, { error: 'invalid' }))

const eventIds = /^[0-9a-f-]{1,40}(?:,[0-9a-f-]{1,40}){0,9}$/u

/**
 * `since`: ids of events or from `x-last-event-id`, separated by commas. The stream begins with the changes after the
 * earliest of them.
 */
export const EventsQuery = z.object({
  since: z.optional(text(410).check(z.toLowerCase(), z.regex(eventIds, { error: 'invalid' }))),
})
