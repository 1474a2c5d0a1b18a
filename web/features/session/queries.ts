import type { Deployment } from '#contract/deployment.ts'
import type { SignInProvider } from '#contract/providers.ts'
import type { Tokens } from '#contract/sessions.ts'
import type { LoginUrl } from '#contract/sign-in.ts'
import type { Me } from '#contract/users.ts'
import { api } from '../../api/client.ts'
import { accessToken, clearTokens, forgetSessionEnd, refreshToken } from '../../api/tokens.ts'

/** Whether somebody was signed in when the page was left; the server says whether they still are. */
export const hasStoredSession = () => accessToken() !== null

export const fetchMe = () => api.get<Me>('/users/me')
export const fetchDeployment = () => api.anonymous.get<Deployment>('/deployment')
export const login = (email: string, password: string) =>
  api.anonymous.post<Tokens>('/auth/login', { username: email, password })

/** The server is told, and whatever it says, this browser forgets both tokens (S4.07). */
export async function logout() {
  const token = refreshToken()
  forgetSessionEnd()
  clearTokens()
  if (token) await api.anonymous.post('/auth/logout', { refresh_token: token })
}

/** Leaves for the provider's own sign-in. @param more.state comes back to the client with the answer. @param more.invitation the token of the invitation that it accepts */
export async function goToProvider(provider: SignInProvider, more: { state?: 'onboarding'; invitation?: string } = {}) {
  const query = new URLSearchParams(more).toString()
  const { auth_url } = await api.anonymous.get<LoginUrl>(`/auth/${provider}/login-url${query && `?${query}`}`)
  window.location.assign(auth_url)
}
