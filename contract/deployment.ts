import * as z from 'zod/mini'
import { signInProviders, tabProviders } from './providers.ts'

/** The providers that need the operator's registration with them. */
export const offerable = [...signInProviders, ...tabProviders] as const

/** The channels by which a deployment can reach members. `push`: their devices, for which browsers require https. */
export const channels = ['mail', 'slack', 'push'] as const

/** `GET /deployment`: what this deployment offers, for the screens before sign-in. */
export const Deployment = z.object({
  /** `first`: nobody has an account yet, and whoever comes after the first needs an invitation. */
  sign_up: z.enum(['join', 'new-team', 'first', 'closed']),
  /** Whether anybody has an account on this server. */
  has_accounts: z.boolean(),
  /** What the form of the sign-up leads to: an account, one once the mailed link is opened, or nothing at all. */
  sign_up_form: z.enum(['at-once', 'by-link', 'unavailable']),
  mail: z.boolean(),
  channels: z.array(z.enum(channels)),
  /** The operator's own OpenID provider by its name; `only`: nobody signs in with anything else. */
  oidc: z.nullable(z.object({ name: z.string(), only: z.boolean() })),
  providers: z.array(z.enum(offerable)),
})
export type Deployment = z.infer<typeof Deployment>
