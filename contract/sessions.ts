import * as z from 'zod/mini'
import { password, requiredText, uuid } from './fields.ts'
import { limits } from './limits.ts'

/** `POST /auth/login`: `username` is the email, in upper or lower case. */
export const Login = z.object({ username: requiredText(limits.email), password })
export type Login = z.infer<typeof Login>

/** `POST /auth/refresh` and `POST /auth/logout`. */
export const RefreshToken = z.object({ refresh_token: requiredText(limits.token) })
export type RefreshToken = z.infer<typeof RefreshToken>

export const Tokens = z.object({ access_token: z.string(), refresh_token: z.string(), token_type: z.literal('Bearer') })
export type Tokens = z.infer<typeof Tokens>

/** `GET /sessions`: the member's sessions, the calling one first. */
export const Sessions = z.object({
  sessions: z.array(
    z.object({
      id: uuid,
      device: z.nullable(z.string()), // browser and system, such as Firefox · Windows; null if unknown
      signed_in_at: z.string(),
      used_at: z.string(), // accurate to five minutes
      current: z.boolean(),
    }),
  ),
})
export type Sessions = z.infer<typeof Sessions>

/** `POST /auth/reauthenticate`: confirms the member's identity again. */
export const Reauthentication = z.object({ current_password: password })
export type Reauthentication = z.infer<typeof Reauthentication>

/** `POST /auth/email-proof`, `/auth/password-reset/check`, `/auth/not-me`: the token of a mailed link. */
export const MailedToken = z.object({ token: requiredText(limits.token) })

/** The token for `PUT /auth/password-reset`, with which the owner sets a new password after changes were undone. */
export const RevertedAccount = z.object({ reset_token: z.string() })
export type RevertedAccount = z.infer<typeof RevertedAccount>
