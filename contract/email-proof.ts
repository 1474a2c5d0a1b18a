import * as z from 'zod/mini'
import { Tokens } from './sessions.ts'

/**
 * The account that holds an address without having confirmed it (E1.16).
 *
 * - `team`: the name of its team. `last_used`: YYYY-MM-DD; null if the account was never used.
 * - `is_kept`: the account keeps the address, because it is the only administrator of a team with other members, or
 *   because the company's directory manages it.
 */
export const ExistingAccount = z.object({ team: z.string(), last_used: z.nullable(z.string()), is_kept: z.boolean() })
export type ExistingAccount = z.infer<typeof ExistingAccount>

/**
 * `POST /auth/email-proof/check`: the effect of a mailed link, for the page with the button to confirm (E1.03).
 *
 * - `kind`: `sign-up` creates the account that waits for the link. `account` confirms the address of an existing
 *   account. `known-account`: a sign-up's link was opened in a browser that knows an account with this address, and the
 *   link confirms that account. `new-address` changes an account's address.
 * - `name`: of the account's owner.
 * - `begun_here`: this browser began the sign-up, so confirming signs it in.
 * - `existing`: the account that confirming would close; null if there is none.
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
 * `POST /auth/email-proof`: returns tokens in the browser that began the sign-up. In other browsers the account has no
 * password yet, and `password_token` sets one by `PUT /auth/password-reset` (E1.16).
 */
export const EmailProven = z.union([Tokens, z.object({ password_token: z.string() })])
export type EmailProven = z.infer<typeof EmailProven>
