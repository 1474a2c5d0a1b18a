import * as z from 'zod/mini'
import { email, requiredText } from './fields.ts'
import { limits } from './limits.ts'

/** Somebody of the connected Slack workspace (S3.27). Slack leaves out what a person has not filled in. */
export const SlackUser = z.object({
  id: z.string(),
  real_name: z.string(),
  is_existing_user: z.boolean(),
  /** Whether a member is them by Slack's id already. */
  is_linked: z.boolean(),
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

/** `POST /slack/links`: how many members are somebody in the workspace from now on. */
export const SlackLinked = z.object({ linked: z.int() })
export type SlackLinked = z.infer<typeof SlackLinked>

/** `GET /slack/app`: Slack's page that makes the deployment's app with everything filled in; null where it has one. */
export const SlackApp = z.object({ address: z.nullable(z.string()) })
export type SlackApp = z.infer<typeof SlackApp>

/** `GET /slack/channel`: where the team's reports go; `failure` says in words why the last one did not arrive. */
export const SlackPlace = z.object({ workspace: z.string(), channel: z.string(), failure: z.nullable(z.string()) })
export type SlackPlace = z.infer<typeof SlackPlace>

/** `GET /slack/channels`. */
export const SlackChannel = z.object({ id: z.string(), name: z.string() })
export type SlackChannel = z.infer<typeof SlackChannel>

/** `PUT /slack/channel`: Slack's id of another channel; without one the present channel is tried by a message. */
export const SlackChannelChoice = z.object({ id: z.optional(requiredText(limits.name)) })
export type SlackChannelChoice = z.infer<typeof SlackChannelChoice>
