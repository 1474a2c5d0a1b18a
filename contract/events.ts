import * as z from 'zod/mini'
import { changeKinds } from './event-names.ts'
import { text } from './fields.ts'

/**
 * One server-sent event: `event: change`, `data: {"kind": …}`. Its `id` is for `since`. `own`: the listener's own client made
 * the change. The reader asks for itself what has changed exactly.
 */
export const Change = z.object({ kind: z.enum(changeKinds), own: z.optional(z.literal(true)) })
export const clientId = text(64).check(z.toLowerCase(), z.regex(/^[a-z0-9-]{8,64}$/u, { error: 'invalid' }))

const eventIds = /^[0-9a-f-]{1,40}(?:,[0-9a-f-]{1,40}){0,9}$/u

/** `since`: ids of events or of `x-last-event-id`, divided by commas. What changed after the earliest of them is said first. */
export const EventsQuery = z.object({
  since: z.optional(text(410).check(z.toLowerCase(), z.regex(eventIds, { error: 'invalid' }))),
})
