import * as z from 'zod/mini'

/** `GET /deployment`: what this deployment offers, for the screens before sign-in. */
export const Deployment = z.object({
  sign_up: z.enum(['join', 'new-team', 'closed']),
  mail: z.boolean(),
  providers: z.array(z.enum(['google', 'github', 'slack', 'microsoft', 'apple'])),
})
export type Deployment = z.infer<typeof Deployment>
