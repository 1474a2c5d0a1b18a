import * as z from 'zod/mini'

/**
 * `POST /auth/email-proof/check`: the effect of a mailed link, for the page that waits for a press (E1.03).
 *
 * - `kind`: `sign-up` makes the account that waits for the link. `account` proves the address of an existing account.
 *   `new-address` gives an account another address.
 * - `name`: of the account's owner.
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
