import * as z from 'zod/mini'

/**
 * `POST /auth/email-proof/check`: what a mailed link would do, for the page that waits for a press (E1.03).
 *
 * - `kind`: `sign-up` makes the account that waits for the link, `account` proves the address of an account that is there,
 *   `new-address` gives an account another address.
 * - `name`: whose account.
 * - `begun_here`: this browser began the sign-up, and the press logs it in.
 */
export const EmailProof = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('open'),
    kind: z.enum(['sign-up', 'account', 'new-address']),
    email: z.string(),
    name: z.string(),
    begun_here: z.boolean(),
  }),
  z.object({ status: z.literal('confirmed') }),
])
export type EmailProof = z.infer<typeof EmailProof>
