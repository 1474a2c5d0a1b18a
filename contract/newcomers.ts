import * as z from 'zod/mini'
import { uuid } from './fields.ts'

/**
 * The last 30 days' new members, including those that left, for administrators (E1.18). `newcomers`: the newest 100,
 * except those invited by the caller. `invited_by`: null without an invitation. `newcomers_total`: their number.
 */
export const newcomersOfMe = {
  newcomers: z.array(
    z.object({
      id: uuid,
      user_id: uuid,
      name: z.string(),
      at: z.string(),
      invited_by: z.nullable(z.string()),
      state: z.enum(['active', 'deactivated', 'left']),
    }),
  ),
  newcomers_total: z.int(),
}
