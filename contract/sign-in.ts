import * as z from 'zod/mini'
import { names, newPassword, password, requiredText, samePasswords, text, timeZone, uuid } from './fields.ts'
import { limits } from './limits.ts'
import { Tokens } from './sessions.ts'

const longest = 2_000 // characters of what comes back from a provider

/** `GET /auth/google/login-url` and `GET /auth/github/login-url`: where the browser goes next. */
export const LoginUrl = z.object({ auth_url: z.string() })
export type LoginUrl = z.infer<typeof LoginUrl>

/**
 * The query of a login-url. A browser's cookie has room for so many characters.
 *
 * - `state`: words of the client's own. They come back to it inside the state, behind a dot and in base64url.
 * - `invitation`: the token of the invitation that the person accepts by this sign-in (E1.17), the id of an offered one, or
 *   `none` to accept none of those (E1.22).
 */
export const SignInBegin = z.object({ state: z._default(text(300), ''), invitation: z.optional(text(300)) })

/**
 * `POST /auth/google/login`: the query of the callback, unchanged, and the browser's time zone. A new team gets that zone
 * (E1.10).
 */
export const ProviderLogin = z.object({
  code: requiredText(longest),
  state: z._default(text(longest), ''),
  time_zone: z.optional(timeZone),
})
export type ProviderLogin = z.infer<typeof ProviderLogin>

/** `POST /auth/github/login`: the same, or `code` alone (D7.20). */
export const GitHubLogin = z.extend(ProviderLogin, { state: z.optional(text(longest)) })

/** `POST /auth/google/refusal` and the same of GitHub: the callback's query where it has no code (RFC 6749, 4.1.2.1). */
export const ProviderRefusal = z.object({ error: requiredText(longest), state: z._default(text(longest), '') })
export type ProviderRefusal = z.infer<typeof ProviderRefusal>

/** What Google says of somebody who has no account yet (S3.09). */
export const GoogleUser = z.object({
  google_id: z.string(),
  email: z.string(),
  name: z.string(),
  given_name: z.string(),
  family_name: z.string(),
  google_avatar_url: z.nullable(z.string()),
})
export type GoogleUser = z.infer<typeof GoogleUser>

/** The caller was signed in already: the account is connected to them. */
const ConnectedResult = z.object({ result: z.literal('connected') })

/**
 * Open invitations of the address that the provider has just proven, for somebody without an account. Nothing was made
 * yet: the person goes to the provider once more, with an `id` or with `none` as `invitation` (E1.22).
 */
export const InvitedResult = z.object({
  result: z.literal('invited'),
  email: z.string(),
  invitations: z.array(z.object({ id: uuid, team_name: z.string(), invited_by: z.string() })),
  /** Whether an account may be made without any of them. */
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
 * `POST /users/google/onboarding`. Who it is for says the proof in the cookie: `google_id` and `email` may only say the
 * same, and the specified google_avatar_url and google_user_name are not read.
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

/** `POST /auth/google/onboarding-check`: whether this browser holds a proof that still counts. */
export const OnboardingCheck = z.object({ onboarding: z.boolean() })
export type OnboardingCheck = z.infer<typeof OnboardingCheck>
