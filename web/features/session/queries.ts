import type { Deployment } from '#contract/deployment.ts'
import type { Acceptance, InvitationCheck, InvitationInfo } from '#contract/invitations.ts'
import type { Tokens } from '#contract/sessions.ts'
import type { Me, PasswordReset, Registration } from '#contract/users.ts'
import { api } from '../../api/client.ts'
import { accessToken, clearTokens, refreshToken } from '../../api/tokens.ts'

export { onSessionEnded } from '../../api/client.ts'

/** Whether somebody was signed in when the page was left; the server says whether they still are. */
export const hasStoredSession = () => accessToken() !== null

export const fetchMe = () => api.get<Me>('/users/me')
export const fetchDeployment = () => api.anonymous.get<Deployment>('/deployment')
export const login = (email: string, password: string) =>
  api.anonymous.post<Tokens>('/auth/login', { username: email, password })
export const register = (registration: Registration) => api.anonymous.post('/onboarding', registration)
export const requestPasswordReset = (email: string) => api.anonymous.post('/auth/password-reset', { email })
export const resetPassword = (reset: PasswordReset) => api.anonymous.put('/auth/password-reset', reset)
export const verifyInvitation = (token: string) =>
  api.anonymous.get<InvitationCheck>(`/invitations/verify/${encodeURIComponent(token)}`)
export const fetchInvitation = (token: string) =>
  api.anonymous.get<Partial<InvitationInfo>>(`/invitations/info?token=${encodeURIComponent(token)}`)
export const acceptInvitation = (acceptance: Acceptance) =>
  api.anonymous.post<Partial<Tokens>>('/invitations/accept', acceptance)
export const proveEmail = (token: string) => api.anonymous.post('/auth/email-proof', { token })

/** The server is told, and whatever it says, this browser forgets both tokens (specification 4, Logout). */
export async function logout() {
  const token = refreshToken()
  clearTokens()
  if (token) await api.anonymous.post('/auth/logout', { refresh_token: token })
}

/** Leaves for Google's sign-in, to come back as somebody who is being onboarded (specification 4). */
export async function goToGoogle() {
  const { auth_url } = await api.anonymous.get<{ auth_url: string }>('/auth/google/login-url?state=onboarding')
  window.location.assign(auth_url)
}
