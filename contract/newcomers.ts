import * as z from 'zod/mini'
import { uuid } from './fields.ts'

/**
 * The new members of the last 30 days, for administrators (E1.18). They include members who have left since, but none whom
 * the caller invited.
 *
 * - `newcomers`: the newest 100. `invited_by`: null without an invitation.
 * - `newcomers_total`: the number of all of them.
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
