import * as z from 'zod/mini'
import { names, newPassword, password, requiredText, samePasswords, text, timeZone, uuid } from './fields.ts'
import { limits } from './limits.ts'
import { Tokens } from './sessions.ts'

const longest = 2_000 // characters of each value in a provider's response

/** `GET /auth/google/login-url` and `GET /auth/github/login-url`: the URL to open next. */
export const LoginUrl = z.object({ auth_url: z.string() })
export type LoginUrl = z.infer<typeof LoginUrl>

/**
 * The query of a login-url. The lengths are limited because a cookie stores the values.
 *
 * - `state`: the client's own data. The provider's state ends with a dot and this data in base64url.
 * - `invitation`: the token of the invitation to accept by this sign-in (E1.17), the id of an offered invitation, or
 *   `none` to accept none of the offered ones (E1.22).
 */
export const SignInBegin = z.object({ state: z._default(text(300), ''), invitation: z.optional(text(300)) })

/**
 * `POST /auth/google/login`: the unchanged query of the callback, and the browser's time zone, which a new team gets
 * (E1.10).
 */
export const ProviderLogin = z.object({
  code: requiredText(longest),
  state: z._default(text(longest), ''),
  time_zone: z.optional(timeZone),
})
export type ProviderLogin = z.infer<typeof ProviderLogin>

/** `POST /auth/github/login`: the same as for Google, or `code` alone (D7.20). */
export const GitHubLogin = z.extend(ProviderLogin, { state: z.optional(text(longest)) })

/** `POST /auth/google/refusal` and GitHub's: the callback's query if it has no code (RFC 6749, 4.1.2.1). */
export const ProviderRefusal = z.object({ error: requiredText(longest), state: z._default(text(longest), '') })
export type ProviderRefusal = z.infer<typeof ProviderRefusal>

/** `POST /auth/oidc/backchannel-logout` (OpenID Connect Back-Channel Logout 1.0, 2.5). */
export const BackChannelLogout = z.object({ logout_token: requiredText(8_000) })

/** Google's data about a person without an account (S3.09). */
export const GoogleUser = z.object({
  google_id: z.string(),
  email: z.string(),
  name: z.string(),
  given_name: z.string(),
  family_name: z.string(),
  google_avatar_url: z.nullable(z.string()),
})
export type GoogleUser = z.infer<typeof GoogleUser>

/** The caller was already signed in, so the provider was connected to their account. */
const ConnectedResult = z.object({ result: z.literal('connected') })

/**
 * Open invitations to the address that the provider has confirmed, for a person without an account. No account was
 * created yet: the client starts the sign-in again with an `id` or `none` as `invitation` (E1.22).
 */
export const InvitedResult = z.object({
  result: z.literal('invited'),
  email: z.string(),
  invitations: z.array(z.object({ id: uuid, team_name: z.string(), invited_by: z.string() })),
  /** Whether an account can be created without an invitation. */
  may_sign_up: z.boolean(),
})
export type InvitedResult = z.infer<typeof InvitedResult>

export const GoogleLoginResult = z.discriminatedUnion('result', [
  z.extend(Tokens, { result: z.literal('login') }),
  z.object({ result: z.literal('onboarding'), google_user: GoogleUser }),
  InvitedResult,
  ConnectedResult,
])
export type GoogleLoginResult = z.infer<typeof GoogleLoginResult>

export const CompanyLoginResult = z.discriminatedUnion('result', [
  z.extend(Tokens, { result: z.literal('login') }),
  InvitedResult,
  ConnectedResult,
])

export const GitHubLoginResult = z.discriminatedUnion('result', [
  z.extend(Tokens, { result: z.literal('login') }),
  ConnectedResult,
])
export type GitHubLoginResult = z.infer<typeof GitHubLoginResult>

/**
 * `POST /users/google/onboarding`. The proof in the cookie identifies the person: `google_id` and `email` must match
 * the proof. The specified google_avatar_url and google_user_name are ignored.
 */
export const GoogleOnboarding = z
  .object({
    ...names,
    password: newPassword(limits.password),
    confirm_password: password,
    google_id: z.optional(text(limits.name)),
    email: z.optional(text(limits.email)),
    time_zone: z.optional(timeZone),
  })
  .check(samePasswords)
export type GoogleOnboarding = z.infer<typeof GoogleOnboarding>

/** `POST /auth/google/onboarding-check`: whether this browser has a valid proof. */
export const OnboardingCheck = z.object({ onboarding: z.boolean() })
export type OnboardingCheck = z.infer<typeof OnboardingCheck>
