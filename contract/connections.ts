import * as z from 'zod/mini'
import { knownEmail, requiredText, webAddress } from './fields.ts'
import { limits } from './limits.ts'
import { destinations } from './providers.ts'

/** A connected account as its owner sees it, never with a secret. */
export const Connection = z.object({
  provider: z.string(),
  /** What a person knows it by: a workspace, an e-mail, a user name, a space, a domain. */
  account: z.string(),
  connected_at: z.string(),
  /** What was granted does not cover all that Asakai does there, or was taken back: connecting again asks for it. */
  connect_again: z.optional(z.boolean()),
})
export type Connection = z.infer<typeof Connection>

/** The browser's channel on which a tab of ours tells how connecting ended: as `TabEnd`. */
export const tabChannel = 'asakai-connections'
/** `provider` is its name as people write it; `reason` why it was not connected, `left` what is to be done although it was. */
export type TabEnd = { provider: string; reason?: string; left?: string }

/** `GET /connections`: mine; and the team's destinations that somebody of it has connected. */
export const Connections = z.object({
  connections: z.array(Connection),
  destinations: z.array(z.enum(destinations)),
})
export type Connections = z.infer<typeof Connections>

/** What connecting by a form answers. */
export const Connected = z.pick(Connection, { provider: true, account: true })
export type Connected = z.infer<typeof Connected>

const word = requiredText(limits.passwordLongest)

/** `POST /connections/backlog`. */
export const BacklogConnection = z.object({ space: word, apiKey: word })
export type BacklogConnection = z.infer<typeof BacklogConnection>

/** `POST /connections/jira`. */
export const JiraConnection = z.object({ domain: word, email: knownEmail, apiToken: word })
export type JiraConnection = z.infer<typeof JiraConnection>

/** `POST /connections/{provider}` of a webhook: its address, which is a secret. */
export const WebhookConnection = z.object({ webhook_url: webAddress(2_000) })
export type WebhookConnection = z.infer<typeof WebhookConnection>
