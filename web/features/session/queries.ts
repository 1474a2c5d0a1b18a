import type { SignInProvider } from '#contract/providers.ts'
import type { Tokens } from '#contract/sessions.ts'
import type { LoginUrl } from '#contract/sign-in.ts'
import { api } from '../../api/client.ts'
import { accessToken, clearTokens, forgetSessionEnd, refreshToken } from '../../api/tokens.ts'

/** Returns whether a session is stored. Only the server knows whether it is still valid. */
export const hasStoredSession = () => accessToken() !== null

export const login = (email: string, password: string) =>
  api.anonymous.post<Tokens>('/auth/login', { username: email, password })

/** First deletes both tokens in this browser, so that the logout works even if the request fails (S4.07). */
export async function logout() {
  const token = refreshToken()
  forgetSessionEnd()
  clearTokens()
  if (token) await api.anonymous.post('/auth/logout', { refresh_token: token })
}

/**
 * @param more.state returned to the client with the provider's response
 * @param more.invitation the invitation that the sign-in accepts, as in `SignInBegin`
 */
export async function goToProvider(provider: SignInProvider, more: { state?: 'onboarding'; invitation?: string } = {}) {
  const query = new URLSearchParams(more).toString()
  const { auth_url } = await api.anonymous.get<LoginUrl>(`/auth/${provider}/login-url${query && `?${query}`}`)
  window.location.assign(auth_url)
}
