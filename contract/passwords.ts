import * as z from 'zod/mini'
import { knownEmail, newPassword, password, text } from './fields.ts'
import { limits } from './limits.ts'
import { isSamePassword } from './normalised-password.ts'

const confirmed = z.refine<{ new_password: string; confirm_password: string }>(
  (value) => isSamePassword(value.new_password, value.confirm_password),
  { error: 'passwords_differ', path: ['confirm_password'] },
)
const chosenPassword = {
  new_password: newPassword(limits.password),
  confirm_password: password,
}

/**
 * `PATCH /users/me/password`. `current_password`: optional shortly after the sign-in. `end_lasting_access`: also
 * revokes my access tokens and open invitations, and replaces my calendar URL.
 */
export const PasswordChange = z
  .object({
    ...chosenPassword,
    current_password: z.optional(text(limits.passwordLongest)),
    end_lasting_access: z.optional(z.boolean()),
  })
  .check(confirmed)
export type PasswordChange = z.infer<typeof PasswordChange>

/** `POST /auth/password-reset`: requests the email. */
export const PasswordResetRequest = z.object({ email: knownEmail })
export type PasswordResetRequest = z.infer<typeof PasswordResetRequest>

/**
 * `PUT /auth/password-reset`: sets the password with the token of a link, which was mailed or created by an
 * administrator.
 */
export const PasswordReset = z.object({ token: text(limits.token), ...chosenPassword }).check(confirmed)
export type PasswordReset = z.infer<typeof PasswordReset>

/** `POST /users/{id}/password-link`: a link that can set a new password once (E1.06). */
export const PasswordLink = z.object({ url: z.string(), expires_at: z.string() })
export type PasswordLink = z.infer<typeof PasswordLink>
