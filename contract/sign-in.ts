import * as z from 'zod/mini'
import { names, newPassword, password, requiredText, samePasswords, text, timeZone } from './fields.ts'
import { limits } from './limits.ts'
import { Tokens } from './sessions.ts'

const longest = 2_000 // characters of what comes back from a provider

/** `GET /auth/google/login-url` and `GET /auth/github/login-url`: where the browser goes next. */
export const LoginUrl = z.object({ auth_url: z.string() })
export type LoginUrl = z.infer<typeof LoginUrl>

/**
 * The optional `state` of a login-url: words of the client's own, which come back to it inside the state, behind a dot and
 * in base64url. A browser's cookie has room for so many.
 */
export const ClientState = z.object({ state: z._default(text(300), '') })

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

export const GoogleLoginResult = z.discriminatedUnion('result', [
  z.extend(Tokens, { result: z.literal('login') }),
  z.object({ result: z.literal('onboarding'), google_user: GoogleUser }),
  ConnectedResult,
])
export type GoogleLoginResult = z.infer<typeof GoogleLoginResult>

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
