import * as z from 'zod/mini'

/** `GET`, `POST /calendar`: where one's own calendar programme reads the team's days off; whoever has it reads them too. */
export const CalendarAddress = z.object({ address: z.string() })
export type CalendarAddress = z.infer<typeof CalendarAddress>
