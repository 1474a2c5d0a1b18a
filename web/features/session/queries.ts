import type { Deployment } from '#contract/deployment.ts'
import type { SignInProvider } from '#contract/providers.ts'
import type { Tokens } from '#contract/sessions.ts'
import type { LoginUrl } from '#contract/sign-in.ts'
import type { Me } from '#contract/users.ts'
import { api } from '../../api/client.ts'
import { accessToken, clearTokens, refreshToken } from '../../api/tokens.ts'

export { actFor, onSessionEnded } from '../../api/client.ts'

/** Whether somebody was signed in when the page was left; the server says whether they still are. */
export const hasStoredSession = () => accessToken() !== null

export const fetchMe = () => api.get<Me>('/users/me')
export const fetchDeployment = () => api.anonymous.get<Deployment>('/deployment')
export const login = (email: string, password: string) =>
  api.anonymous.post<Tokens>('/auth/login', { username: email, password })

/** The server is told, and whatever it says, this browser forgets both tokens (S4.07). */
export async function logout() {
  const token = refreshToken()
  clearTokens()
  if (token) await api.anonymous.post('/auth/logout', { refresh_token: token })
}

/** Leaves for the provider's own sign-in. @param state comes back to the client with the answer */
export async function goToProvider(provider: SignInProvider, state?: 'onboarding') {
  const query = state ? `?state=${state}` : ''
  const { auth_url } = await api.anonymous.get<LoginUrl>(`/auth/${provider}/login-url${query}`)
  window.location.assign(auth_url)
}
