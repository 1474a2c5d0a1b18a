import * as z from 'zod/mini'
import { list, uuid } from './fields.ts'
import { limits } from './limits.ts'
import { destinations } from './providers.ts'

/**
 * `GET /users/{id}/setups`: what a member has set up for the team, shown before a deactivation. `webhooks`: the active
 * webhooks. `invitations`: the number of open invitations, which a deactivation withdraws.
 */
export const MemberSetups = z.object({
  webhooks: z.array(z.object({ id: uuid, url: z.string() })),
  connections: z.array(z.object({ provider: z.enum(destinations), account: z.string() })),
  invitations: z.int(),
})
export type MemberSetups = z.infer<typeof MemberSetups>

/** Part of `PATCH /users/{id}` with `is_active: false`: the setups to stop. */
export const StoppedSetups = z.object({
  webhooks: list(z.array(uuid), limits.stoppedWebhooks),
  connections: list(z.array(z.enum(destinations)), destinations.length),
})
export type StoppedSetups = z.infer<typeof StoppedSetups>

/** `PATCH /users/{id}`, for administrators: the fields to change. `stop` is ignored without `is_active: false`. */
export const MemberChange = z.object({
  is_active: z.optional(z.boolean()),
  is_admin: z.optional(z.boolean()),
  stop: z.optional(StoppedSetups),
})
export type MemberChange = z.infer<typeof MemberChange>
