import * as z from 'zod/mini'
import { uuid } from './fields.ts'

/** The decisions on the day on which a Try returns. */
const tryOutcomes = ['kept', 'dropped', 'again'] as const

const tryActs = ['taken', 'released', ...tryOutcomes, 'undone'] as const
export type TryAct = (typeof tryActs)[number]

/** The owner and the return date of a Try. `outcome`: null until decided, and if it is tried again (N11.02). */
export const Try = z.object({
  owner_id: z.nullable(uuid),
  owner_name: z.nullable(z.string()),
  outcome: z.nullable(z.enum(['kept', 'dropped'])),
  returns_on: z.string(),
})
export type Try = z.infer<typeof Try>

/** `PATCH /insights/{id}/try`. `outcome`: null undoes the last decision. */
export const TryChange = z.object({
  owner_id: z.optional(z.nullable(uuid)),
  outcome: z.optional(z.nullable(z.enum(tryOutcomes))),
})
export type TryChange = z.infer<typeof TryChange>
