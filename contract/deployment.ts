import * as z from 'zod/mini'

/** The providers that need the operator's registration with them. */
export const offerable = ['google', 'github', 'slack', 'microsoft', 'apple'] as const

/** `GET /deployment`: what this deployment offers, for the screens before sign-in. */
export const Deployment = z.object({
  sign_up: z.enum(['join', 'new-team', 'closed']),
  mail: z.boolean(),
  providers: z.array(z.enum(offerable)),
})
export type Deployment = z.infer<typeof Deployment>
