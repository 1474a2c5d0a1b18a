import * as z from 'zod/mini'
import { uuid } from './fields.ts'

/**
 * Who joined in the last 30 days, also those who left, for administrators (E1.18). `newcomers`: the newest 100, without those
 * whom the caller invited. `invited_by`: null without an invitation. `newcomers_total`: how many there are.
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
