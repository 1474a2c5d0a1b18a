import * as z from 'zod/mini'
import { email, requiredText } from './fields.ts'
import { limits } from './limits.ts'

/** Somebody of the connected Slack workspace (S3.27). Slack leaves out what a person has not filled in. */
export const SlackUser = z.object({
  id: z.string(),
  real_name: z.string(),
  is_existing_user: z.boolean(),
  profile: z.object({
    image_original: z.nullish(z.string()),
    display_name_normalized: z.nullish(z.string()),
    email: z.nullish(z.string()),
  }),
})
export type SlackUser = z.infer<typeof SlackUser>

/** `GET /slack/users`. */
export const SlackUserList = z.array(SlackUser)
export type SlackUserList = z.infer<typeof SlackUserList>

/** `POST /slack/assign`: links an existing member, invites anybody else by a Slack message. `id` is Slack's. */
export const SlackAssignment = z.object({ id: requiredText(limits.name), email })
export type SlackAssignment = z.infer<typeof SlackAssignment>

export const SlackAssigned = z.object({ outcome: z.enum(['linked', 'invited']) })
export type SlackAssigned = z.infer<typeof SlackAssigned>
