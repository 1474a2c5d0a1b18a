import * as z from 'zod/mini'
import { email, requiredText } from './fields.ts'
import { limits } from './limits.ts'

/** A person in the connected Slack workspace (S3.27). Slack omits fields that the person has not filled in. */
export const SlackUser = z.object({
  id: z.string(),
  real_name: z.string(),
  is_existing_user: z.boolean(),
  /** Whether a member is already linked to this Slack id. */
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

/** `POST /slack/assign`: links an existing member, or invites another person by a Slack message. `id` is Slack's. */
export const SlackAssignment = z.object({ id: requiredText(limits.name), email })
export type SlackAssignment = z.infer<typeof SlackAssignment>

export const SlackAssigned = z.object({ outcome: z.enum(['linked', 'invited']) })
export type SlackAssigned = z.infer<typeof SlackAssigned>

/** `POST /slack/links`: the number of newly linked members. */
export const SlackLinked = z.object({ linked: z.int() })
export type SlackLinked = z.infer<typeof SlackLinked>

/**
 * `GET /slack/app`: the Slack page to create the deployment's app with everything filled in; null if there is an app.
 */
export const SlackApp = z.object({ address: z.nullable(z.string()) })
export type SlackApp = z.infer<typeof SlackApp>

/** `GET /slack/channel`: the channel for the team's reports. `failure`: why the last report was not delivered. */
export const SlackDestination = z.object({
  workspace: z.string(),
  channel: z.string(),
  failure: z.nullable(z.string()),
})
export type SlackDestination = z.infer<typeof SlackDestination>

/** `GET /slack/channels`. */
export const SlackChannel = z.object({ id: z.string(), name: z.string() })
export type SlackChannel = z.infer<typeof SlackChannel>

/** `PUT /slack/channel`: Slack's id of another channel. Without an id, sends a test message to the current channel. */
export const SlackChannelChoice = z.object({ id: z.optional(requiredText(limits.name)) })
export type SlackChannelChoice = z.infer<typeof SlackChannelChoice>
