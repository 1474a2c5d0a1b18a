import * as z from 'zod/mini'

/**
 * `GET`, `POST /calendar`: the secret URL at which a calendar app reads the team's days off. Every holder of the URL
 * can read them.
 */
export const CalendarAddress = z.object({ address: z.string() })
export type CalendarAddress = z.infer<typeof CalendarAddress>
