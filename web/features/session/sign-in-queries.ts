import type { EmailProof } from '#contract/email-proof.ts'
import type { Acceptance, InvitationCheck, InvitationInfo } from '#contract/invitations.ts'
import type { NotMe, UnrecognizedChanges } from '#contract/not-me.ts'
import type { PasskeyOptions } from '#contract/passkeys.ts'
import type { SignInProvider } from '#contract/providers.ts'
import type { RevertedAccount, Tokens } from '#contract/sessions.ts'
import type {
  GitHubLoginResult,
  GoogleLoginResult,
  GoogleOnboarding,
  GoogleUser,
  OnboardingCheck,
  ProviderLogin,
  ProviderRefusal,
} from '#contract/sign-in.ts'
import type { PasswordReset } from '#contract/passwords.ts'
import type { Registration, User } from '#contract/users.ts'
import { api } from '../../api/client.ts'
import { ApiError } from '../../api/errors.ts'
import { accessToken } from '../../api/tokens.ts'
import { browserZone } from '../../dates/browser-zone.ts'

/** The fields of the sign-up form. The request also contains the browser's time zone. */
export type SignUp = Omit<Registration, 'time_zone'>

/**
 * Sends the browser's time zone, for a new team (E1.10).
 * If the server does not know the zone, repeats the request without it.
 */
async function withZone<Answer>(send: (zone: { time_zone?: string }) => Promise<Answer>): Promise<Answer> {
  try {
    return await send({ time_zone: browserZone })
  } catch (error) {
    if (!(error instanceof ApiError) || error.fields['time_zone'] === undefined) throw error
    return send({})
  }
}

// The requests of the other sign-in screens are in this separate file, so that the login page does not load them.

export const requestPasskey = () => api.anonymous.post<PasskeyOptions>('/auth/passkey/options')
/** @param credential the assertion that the browser has signed */
export const passkeyLogin = (credential: unknown) => api.anonymous.post<Tokens>('/auth/passkey', { credential })
/** Creates an account. `is_active` is false if the person must first open the link in an email. */
export const register = (registration: SignUp) =>
  withZone((zone) => api.anonymous.create<Partial<User>>('/onboarding', { ...registration, ...zone }))
export const requestPasswordReset = (email: string) => api.anonymous.post('/auth/password-reset', { email })
export const resetPassword = (reset: PasswordReset) => api.anonymous.put('/auth/password-reset', reset)
export const verifyInvitation = (token: string) =>
  api.anonymous.get<InvitationCheck>(`/invitations/verify/${encodeURIComponent(token)}`)
export const fetchInvitation = (token: string) =>
  api.anonymous.get<Partial<InvitationInfo>>(`/invitations/info?token=${encodeURIComponent(token)}`)
export const acceptInvitation = (acceptance: Acceptance) =>
  api.anonymous.post<Partial<Tokens>>('/invitations/accept', acceptance)
export const checkPasswordReset = (token: string) => api.anonymous.post('/auth/password-reset/check', { token })
/** Returns what the link in the email would undo. Changes no data. */
export const checkNotMe = (notMe: NotMe) => api.anonymous.post<UnrecognizedChanges>('/auth/not-me/check', notMe)
export const undoChanges = (notMe: NotMe) => api.anonymous.post<RevertedAccount>('/auth/not-me', notMe)
/** Returns what the link in the email would do. Changes no data. */
export const checkProof = (token: string) => api.anonymous.post<EmailProof>('/auth/email-proof/check', { token })
export const disownProof = (token: string) => api.anonymous.post('/auth/email-proof/disown', { token })
/** Returns tokens if the sign-up began in this browser, otherwise a token that sets a password. */
export const proveEmail = (token: string) =>
  api.anonymous.post<Partial<Tokens & { password_token: string }>>('/auth/email-proof', { token })

/**
 * Sends the provider's result to the server. If a member is signed in, the server connects the account to the member.
 */
export const providerLogin = (provider: SignInProvider, back: ProviderLogin | ProviderRefusal) =>
  withZone((zone) =>
    (accessToken() ? api : api.anonymous).post<Partial<GoogleLoginResult | GitHubLoginResult>>(
      `/auth/${provider}/${'code' in back ? 'login' : 'refusal'}`,
      'code' in back ? { ...back, ...zone } : back,
    ),
  )

export const checkOnboarding = () => api.anonymous.post<Partial<OnboardingCheck>>('/auth/google/onboarding-check')
/** Sends the body that S3.14 specifies. The server knows the Google account from a cookie. */
export const onboard = (words: GoogleOnboarding, { google_id, email, google_avatar_url, name }: GoogleUser) =>
  withZone((zone) =>
    api.anonymous.post<Partial<Tokens>>('/users/google/onboarding', {
      ...words,
      ...zone,
      google_id,
      email,
      google_avatar_url,
      google_user_name: name,
    }),
  )
