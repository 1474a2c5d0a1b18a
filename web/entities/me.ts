import type { Me } from '#contract/users.ts'
import { api } from '../api/client.ts'

/** Fetches the signed-in member, with their settings and team. */
export const fetchMe = () => api.get<Me>('/users/me')
