import * as z from 'zod/mini'
import { Tokens } from './sessions.ts'

/**
 * The account that has an address and never proved it (E1.16).
 *
 * - `team`: its name. `last_used`: YYYY-MM-DD; null if nobody used it.
 * - `is_kept`: it is the only administrator of a team with other members, so nobody else gets its address.
 */
export const ExistingAccount = z.object({ team: z.string(), last_used: z.nullable(z.string()), is_kept: z.boolean() })
export type ExistingAccount = z.infer<typeof ExistingAccount>

/**
 * `POST /auth/email-proof/check`: the effect of a mailed link, for the page that waits for a press (E1.03).
 *
 * - `kind`: `sign-up` makes the account that waits for the link. `account` proves the address of an existing account.
 *   `known-account` is a sign-up's link in a browser that knows the account of the address: it proves that account's.
 *   `new-address` gives an account another address.
 * - `name`: of the account's owner.
 * - `begun_here`: this browser began the sign-up, and the press logs it in.
 * - `existing`: the account that a press would shut; null if there is none.
 */
export const EmailProof = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('open'),
    kind: z.enum(['sign-up', 'account', 'known-account', 'new-address']),
    email: z.string(),
    name: z.string(),
    begun_here: z.boolean(),
    existing: z.nullable(ExistingAccount),
  }),
  z.object({ status: z.literal('confirmed') }),
])
export type EmailProof = z.infer<typeof EmailProof>

/**
 * `POST /auth/email-proof`: tokens in the browser that began the sign-up. Elsewhere the account has no password yet, and
 * `password_token` sets one by `PUT /auth/password-reset` (E1.16).
 */
export const EmailProven = z.union([Tokens, z.object({ password_token: z.string() })])
export type EmailProven = z.infer<typeof EmailProven>
