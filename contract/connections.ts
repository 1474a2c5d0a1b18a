import * as z from 'zod/mini'
import { knownEmail, requiredText, webAddress } from './fields.ts'
import { limits } from './limits.ts'
import { destinations } from './providers.ts'

/** A connected account as its owner sees it. Must never contain a secret. */
export const Connection = z.object({
  provider: z.string(),
  /** The visible name: a workspace, an email, a user name, a space or a domain. */
  account: z.string(),
  connected_at: z.string(),
  /** True if the grant was revoked or lacks a permission, so that the member should connect again. */
  connect_again: z.optional(z.boolean()),
})
export type Connection = z.infer<typeof Connection>

/** The browser's broadcast channel on which a tab reports the result of connecting, as a `TabEnd`. */
export const tabChannel = 'asakai-connections'
/**
 * The result of connecting in a tab.
 *
 * - `provider`: the display name of the service.
 * - `reason`: why connecting failed.
 * - `left`: what remains to do after success.
 */
export type TabEnd = { provider: string; reason?: string; left?: string }

/** `GET /connections`: my connections, and the destinations that the team has connected. */
export const Connections = z.object({
  connections: z.array(Connection),
  destinations: z.array(z.enum(destinations)),
})
export type Connections = z.infer<typeof Connections>

/** The response to connecting by a form. */
export const Connected = z.pick(Connection, { provider: true, account: true })
export type Connected = z.infer<typeof Connected>

const word = requiredText(limits.passwordLongest)

/** `POST /connections/backlog`. */
export const BacklogConnection = z.object({ space: word, apiKey: word })
export type BacklogConnection = z.infer<typeof BacklogConnection>

/** `POST /connections/jira`. */
export const JiraConnection = z.object({ domain: word, email: knownEmail, apiToken: word })
export type JiraConnection = z.infer<typeof JiraConnection>

/** `POST /connections/{provider}` for a webhook. Its URL is a secret. */
export const WebhookConnection = z.object({ webhook_url: webAddress(2_000) })
export type WebhookConnection = z.infer<typeof WebhookConnection>
