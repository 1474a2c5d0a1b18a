import * as z from 'zod/mini'
import { signInProviders, tabProviders } from './providers.ts'

/** The providers with which the operator must register the deployment. */
export const offerable = [...signInProviders, ...tabProviders] as const

/** The channels by which a deployment can notify members. `push`: to devices; browsers require HTTPS. */
export const channels = ['mail', 'slack', 'push'] as const

/** `GET /deployment`: the available features, for the screens before sign-in. */
export const Deployment = z.object({
  /** `first`: there is no account yet; after the first one, an invitation is required. */
  sign_up: z.enum(['join', 'new-team', 'first', 'closed']),
  has_accounts: z.boolean(),
  /** The result of the sign-up form: an account, an account after opening a mailed link, or none. */
  sign_up_form: z.enum(['at-once', 'by-link', 'unavailable']),
  mail: z.boolean(),
  channels: z.array(z.enum(channels)),
  /**
   * The operator's own OpenID provider. `only`: all other sign-in methods are disabled. `names_administrators`: the
   * provider decides at each sign-in whether the member is an administrator, so members cannot decide it.
   */
  oidc: z.nullable(
    z.object({ name: z.string(), only: z.boolean(), names_administrators: z.optional(z.literal(true)) }),
  ),
  providers: z.array(z.enum(offerable)),
})
export type Deployment = z.infer<typeof Deployment>
